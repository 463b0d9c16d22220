# my name is Asha
"""Exercise 3: from scores to weights.

The scores of exercise 2 say how well each word of "UPI payment failed" fits what "failed" looks for. But a score
of 0.7 is not yet a share of anything. Softmax makes shares: it turns a row of scores, which may be any numbers,
into weights that are never negative and add up to 1. The support model then knows what fraction of its attention
the word "failed" spends on "UPI", on "payment" and on itself.

Softmax raises e to the power of each score and divides by the sum of these powers in the same row. On paper that
is all. On a computer e^1000 is more than a float can hold, so the formula has to be rearranged, without changing
its value, until it survives any score.

1. `softmax_weights` turns scores into weights.
2. `attention_weights` goes all the way from queries and keys: scaled scores first, softmax then.

Replace each line that says TODO, then run

    grade exercise3           checks both functions
    grade hint exercise3      one hint at a time, three for each function
"""

import numpy as np
from numpy.typing import NDArray


def softmax_weights(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """How each query shares out its attention over the keys.

    scores  (queries, keys)    row i holds the scores of query i
    returns (queries, keys)    row i holds the weights of query i: none is negative, and they add up to 1

    A case to do by hand. The power e^1.0986 is 3 (to four digits), and e^0 is 1:

        scores = [[0, 1.0986],        weights = [[0.25, 0.75],        1/(1+3) and 3/(1+3)
                  [5, 5],                        [0.5,  0.5 ]]        equal scores, equal shares

    Some scores to think about:
    - as large as 10000 or as low as -10000, also side by side: the weights still are ordinary numbers;
    - minus infinity (-np.inf): this key is out of reach, its weight is 0 and the others share the rest;
    - whole numbers: an integer array has weights that are fractions, like any other.

    `scores` is not changed.

    Raises ValueError when all scores of some row are minus infinity (that query has nothing to share its
    attention over), and when there is no key at all, shape (queries, 0).
    """
    raise NotImplementedError("TODO: softmax_weights")


def attention_weights(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights that belong to queries and keys: the softmax of the scaled scores.

    Q       (queries, d_k)     one query a row
    K       (keys, d_k)        one key a row
    returns (queries, keys)    row i, column j: the share of its attention that query i gives to key j

    You may call `softmax_weights`. Neither Q nor K is changed.

    A case to do by hand, with one query, two keys and d_k = 4, whose square root is 2:

        Q = [[2, 0, 0, 0]]    K = [[1.0986, 0, 0, 0],     scores        = [[2.1972, 0]]
                                   [0, 7, 0, 0]]          scaled scores = [[1.0986, 0]]
                                                          weights       = [[0.75, 0.25]]

    Raises ValueError when there is no key at all, K of shape (0, d_k).
    """
    raise NotImplementedError("TODO: attention_weights")
