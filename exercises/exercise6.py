"""Exercise 6: asymmetry.

A table of similarities between words is symmetric: "UPI" is as similar to "payment" as "payment" is to "UPI".
Attention is not such a table. In the chapter's example "UPI" gives "payment" the weight 0.1978, and "payment" gives
"UPI" 0.2840. First you measure this: by how much a matrix differs from its mirror image, and for which two words
most.

Then comes the better question: why? Two suspects are the projections (queries and keys are made by different
matrices) and the softmax (which shares out each row on its own). Find out by building evidence: one example in which
the scores are symmetric and the weights nevertheless are not, and one that shows the opposite. These two parts have
no single right answer; any matrices that show what is asked for pass.

1. `asymmetry` subtracts the mirror image.
2. `is_symmetric` decides.
3. `most_asymmetric_pair` finds the two tokens that differ most.
4. `symmetric_scores_asymmetric_weights` and
5. `asymmetric_scores_symmetric_weights` build the evidence.

Replace each line that says TODO, then run

    grade exercise6           checks all five functions
    grade hint exercise6      one hint at a time, three for each function
"""

import numpy as np
from numpy.typing import NDArray


def asymmetry(A: NDArray[np.float64]) -> NDArray[np.float64]:
    """By how much A differs from its mirror image, entry by entry.

    A       (queries, keys), both n: for example A[i, j] is the weight that token i gives to token j
    returns (queries, keys): row i, column j holds A[i, j] minus A[j, i]. It is positive where i gives more to j than
            it gets back, and 0 on the diagonal

    By hand, with two tokens:

        A = [[1, 5],        asymmetry(A) = [[ 0, 3],        5 - 2 =  3
             [2, 1]]                        [-3, 0]]        2 - 5 = -3

    A is not changed.

    Raises ValueError when A is not square.
    """
    raise NotImplementedError("TODO: asymmetry")


def is_symmetric(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    """Whether A equals its mirror image, up to rounding.

    A       (queries, keys), both n
    atol    how far A[i, j] and A[j, i] may be apart. This is an absolute number: it means the same whether the
            entries of A are tiny or huge
    returns True when no two mirrored entries are further apart than atol, else False

    By hand, with two tokens. The mirrored entries 1 and 1.5 are 0.5 apart:

        A = [[0, 1  ],        is_symmetric(A)           is False
             [1.5, 0]]        is_symmetric(A, atol=0.6) is True

    A is not changed.

    Raises ValueError when A is not square.
    """
    raise NotImplementedError("TODO: is_symmetric")


def most_asymmetric_pair(A: NDArray[np.float64]) -> tuple[int, int]:
    """The two tokens whose mirrored entries are furthest apart.

    A       (queries, keys), both n, with n at least 2
    returns (i, j) with i < j, for which A[i, j] and A[j, i] are furthest apart, whichever of the two is larger.
            If several pairs are equally far apart, the first in row order: (0, 1) comes before (0, 2), and that
            before (1, 2). So a symmetric matrix, in which no pair differs at all, gives (0, 1)

    By hand, with three tokens:

        A = [[0, 4, 1],        tokens 0 and 1:  4 and 3, 1 apart
             [3, 0, 1],        tokens 0 and 2:  1 and 8, 7 apart       most_asymmetric_pair(A) = (0, 2)
             [8, 1, 0]]        tokens 1 and 2:  1 and 1, 0 apart

    A is not changed.

    Raises ValueError when A is not square.
    """
    raise NotImplementedError("TODO: most_asymmetric_pair")


def symmetric_scores_asymmetric_weights() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Evidence, first half: queries and keys whose scores are symmetric while their weights are not.

    returns a pair (Q, K) of your choice, both of the same shape (tokens, d_k), with 2 to 50 tokens, such that
            - the scores, Q times K transposed, are symmetric: mirrored entries at most 1e-9 apart;
            - the weights, the softmax of each row of the scores divided by the square root of d_k, are not: some
              mirrored entries are at least 0.001 apart

    All numbers must be finite. Small whole ones are enough; try some on paper first.

    By hand, a pair that does not do: Q = K = [[1, 0], [0, 1]]. The scores [[1, 0], [0, 1]] are symmetric, but so are
    the weights: both rows hold the same two numbers, once this way round and once the other.
    """
    raise NotImplementedError("TODO: symmetric_scores_asymmetric_weights")


def asymmetric_scores_symmetric_weights() -> NDArray[np.float64]:
    """Evidence, second half: scores that are not symmetric while their weights are.

    returns a matrix of scores of your choice, (queries, keys), both n with n from 2 to 50, such that
            - some mirrored entries are at least 0.001 apart;
            - after a softmax of each row (nothing is scaled here) mirrored entries are at most 1e-9 apart

    All numbers must be finite. Small whole ones are enough; try some on paper first.

    By hand, a matrix that does not do: [[0, 1], [0, 0]] is not symmetric, but neither are its weights, which are
    [[0.2689, 0.7311], [0.5, 0.5]].
    """
    raise NotImplementedError("TODO: asymmetric_scores_symmetric_weights")
