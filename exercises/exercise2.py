"""Exercise 2: the score matrix.

"UPI payment failed": which of the three words does "failed" talk about? Attention starts with a table of
numbers that answers this for every pair of words. Each word comes with two vectors of d_k numbers: its *query*
says what it looks for, its *key* says what it has to offer. The dot product of one query and one key is large
when the two fit, 0 when they have nothing to do with each other, negative when they pull apart.

All queries together are the rows of Q, all keys the rows of K. You write two functions:

1. `score_matrix` computes the whole table: a row for each query, a column for each key.
2. `scaled_score_matrix` tames it. Exercise 1 showed that dot products of long vectors spread widely; dividing
   by the square root of d_k keeps their spread the same however long the vectors are.

Replace each line that says TODO, then run

    grade exercise2           checks both functions
    grade hint exercise2      one hint at a time, three for each function
"""

import numpy as np
from numpy.typing import NDArray


def score_matrix(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    """How well every key fits every query.

    Q       (queries, d_k)     one query a row
    K       (keys, d_k)        one key a row
    returns (queries, keys)    row i, column j: the dot product of query i and key j

    There may be more keys than queries, or fewer. Neither Q nor K is changed.

    A case to do by hand, with two queries, three keys and d_k = 2:

        Q = [[1, 2],          K = [[4, 1],          scores = [[6, 10,  5],
             [3, 0]]               [0, 5],                    [12, 0, -3]]
                                   [-1, 3]]

    Query 1 is [3, 0] and key 2 is [-1, 3], so row 1, column 2 holds 3*(-1) + 0*3 = -3.

    Raises ValueError when queries and keys differ in length (d_k), and when Q or K is not two-dimensional:
    a single query is a matrix of one row, shape (1, d_k), not a plain vector of shape (d_k,).
    """
    raise NotImplementedError("TODO: score_matrix")


def scaled_score_matrix(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    """The scores of `score_matrix`, each divided by the square root of d_k.

    Q       (queries, d_k)     one query a row
    K       (keys, d_k)        one key a row
    returns (queries, keys)    row i, column j: the dot product of query i and key j, over the root of d_k

    You may call `score_matrix`. Neither Q nor K is changed.

    A case to do by hand, with one query, two keys and d_k = 4, whose square root is 2:

        Q = [[2, 0, 1, 1]]    K = [[1, 5, 1, 1],    scores        = [[4, 6]]
                                   [0, 0, 2, 4]]    scaled scores = [[2, 3]]

    Raises ValueError in the same cases as `score_matrix`.
    """
    raise NotImplementedError("TODO: scaled_score_matrix")
