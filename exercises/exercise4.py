"""Exercise 4: the causal mask.

"UPI payment failed but amount deducted" is now to be continued, not only read: a model drafts the reply word by
word. While it learns, the whole sentence lies on the table, and the easiest way to guess the word after "failed"
would be to peek at it. So each word may look at itself and at what came before it, never at what comes after.

The trick is one addition. Before the softmax, add minus infinity to every score that looks into the future and 0
to every other one. Since e^(-inf) is 0, the softmax itself then gives those words the weight 0, and the words that
are left share out the whole attention. Nothing else in the formula changes.

1. `causal_mask` builds the matrix that is added.
2. `masked_positions` lists which cells of it are closed.
3. `causal_attention_weights` uses it: scaled scores, plus the mask, then the softmax.

Replace each line that says TODO, then run

    grade exercise4           checks all three functions
    grade hint exercise4      one hint at a time, three for each function
"""

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.float64]:
    """What is added to the scores of n tokens, so that none of them sees the future.

    n       how many tokens the sequence has
    returns (queries, keys), both n: row i, column j is 0 where token i may look at token j, that is j <= i,
            and minus infinity (-np.inf) where token j comes later, j > i

    Two tokens, by hand. Token 0 must not see token 1; token 1 may see both:

        causal_mask(2) = [[0, -inf],
                          [0,    0]]

    Minus infinity is meant literally here: a very large negative number is something else.

    Raises ValueError unless n is a whole number and at least 1.
    """
    raise NotImplementedError("TODO: causal_mask")


def masked_positions(n: int) -> list[tuple[int, int]]:
    """The cells that the mask of n tokens closes, as pairs (i, j): query i may not look at key j.

    n       how many tokens the sequence has
    returns the pairs, each of them once, in any order; tokens are counted from 0. A tuple, a set or an array of
            shape (pairs, 2) is as good as a list

    Three tokens, by hand. "UPI" is token 0, "payment" 1 and "failed" 2. The first may not see the two after it,
    the second not the last one, and the last has nobody after it:

        masked_positions(3) = [(0, 1), (0, 2), (1, 2)]

    A sequence of one token hides nothing, so there the collection is empty.

    Raises ValueError unless n is a whole number and at least 1.
    """
    raise NotImplementedError("TODO: masked_positions")


def causal_attention_weights(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    """The attention weights of a sequence in which no token sees a later one.

    Q       (tokens, d_k)      row i is the query of token i
    K       (tokens, d_k)      row j is the key of token j
    returns (queries, keys)    row i, column j: the share of its attention that token i gives to token j

    Scores are scaled by the square root of d_k as always, then masked, then put through the softmax row by row.
    Each row adds up to 1, and everything to the right of the diagonal is 0. Scores may be in the thousands. You may
    call `causal_mask`. Neither Q nor K is changed.

    A case to do by hand, with d_k = 1 (so nothing to scale) and e^1.0986 = 3:

        Q = [[1],     K = [[0     ],     scores = [[0, 1.0986],     weights = [[1,    0   ],
             [1]]          [1.0986]]               [0, 1.0986]]                [0.25, 0.75]]

    Both tokens have the same scores. Token 0 sees only itself and spends all its attention there; token 1 sees both.

    Raises ValueError when Q and K have different numbers of tokens: the mask belongs to one sequence.
    """
    raise NotImplementedError("TODO: causal_attention_weights")
