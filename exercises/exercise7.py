"""Exercise 7: the whole of attention, in one function.

Scores say how well each word fits what another one looks for (exercise 2); the softmax turns them into shares
(exercise 3); the mask closes what must not be seen (exercise 4). One step is left, and it is what all of this is
for: the shares are spent. Every word also carries a *value*, its content. Each query mixes the values of all words,
every one with the weight that the query gives to its key. The word "failed" walks in as itself and comes out as a
blend of "UPI", "payment" and "failed": it now knows what it is about.

    attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V

You write that line, with an optional mask:

1. scores: the dot product of each query with each key, over the square root of d_k;
2. the mask, if there is one, is added to these scaled scores;
3. weights: the softmax of each row;
4. output: for each query the values, added up with its weights.

Replace the line that says TODO, then run

    grade exercise7           checks the function
    grade hint exercise7      one hint at a time, three in all
"""

import numpy as np
from numpy.typing import NDArray


def attention(
    Q: NDArray[np.float64], K: NDArray[np.float64], V: NDArray[np.float64], mask: NDArray[np.float64] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each query takes away from the values, and the weights by which it does.

    Q       (queries, d_k)     one query a row
    K       (keys, d_k)        one key a row
    V       (keys, d_v)        row j is the value that belongs to key j; d_v need not be d_k
    mask    (queries, keys)    added to the scaled scores, or None for no mask. Its numbers may be 0 (as it was),
                               minus infinity (closed: the weight is 0), or anything between and above, which makes
                               a key count for less or for more. Each query has at least one key left.
    returns two arrays, in this order:
            output  (queries, d_v)    row i: the values, mixed by the weights of query i
            weights (queries, keys)   row i, column j: the share of its attention that query i gives to key j

    A case to do by hand, with one query, two keys, d_k = 4 (its square root is 2) and d_v = 3; e^1.0986 is 3:

        Q = [[2, 0, 0, 0]]    K = [[1.0986, 0, 0, 0],    V = [[4, 0, 8],     scores  = [[2.1972, 0]]
                                   [0,      7, 0, 0]]         [0, 4, 8]]     scaled  = [[1.0986, 0]]
                                                                             weights = [[0.75, 0.25]]
        output = [[0.75*4 + 0.25*0, 0.75*0 + 0.25*4, 0.75*8 + 0.25*8]] = [[3, 1, 8]]

    With the mask [[0, 1.0986]] the two keys are level: weights [[0.5, 0.5]], output [[2, 2, 8]]. With the mask
    [[-inf, 0]] only the second is left: weights [[0, 1]], output [[0, 4, 8]].

    Scores may be in the thousands, of either sign. None of the inputs is changed.
    """
    raise NotImplementedError("TODO: attention")
