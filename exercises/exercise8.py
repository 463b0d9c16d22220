"""Exercise 8: query, key, value.

You search your UPI history for "Swiggy". What you type is the *query*. The app does not compare it with amounts or
dates but with a label that every payment carries, the name of the shop: that is its *key*. And what you want to see in
the end is neither of the two, it is the payment itself, with amount and date: the *value*.

Attention is this search, with two differences. It does not return a list of hits but one blend of all values, in which
a value counts the more, the better its key fits the query. And every word of a sentence searches at the same time,
among all words, itself included. So each word plays all three roles, and for each role it has a vector of its own,
made from its embedding by a matrix of its own: W_Q, W_K or W_V.

1. `project` makes queries, keys and values from the embeddings.
2. `soft_lookup` answers one query: the search.
3. `self_attention` puts both together, for all words at once.

Replace each line that says TODO, then run

    grade exercise8           checks all three functions
    grade hint exercise8      one hint at a time, three for each function
"""

import numpy as np
from numpy.typing import NDArray


def project(
    X: NDArray[np.float64], W_Q: NDArray[np.float64], W_K: NDArray[np.float64], W_V: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The three roles of every token: its query, its key and its value.

    X       (tokens, d_model)    one token's embedding a row
    W_Q     (d_model, d_k)       what makes queries of embeddings
    W_K     (d_model, d_k)       what makes keys of them
    W_V     (d_model, d_v)       what makes values of them; d_v may be another number than d_k
    returns three arrays, in this order: Q (tokens, d_k), K (tokens, d_k) and V (tokens, d_v)

    Row i of each belongs to token i. Each projection is a plain matrix product, nothing is added to it.

    A case to do by hand, with two tokens, d_model = 2, d_k = 1 and d_v = 3:

        X = [[1, 2],    W_Q = [[3],    W_K = [[0],    W_V = [[1, 0, 2],
             [0, 1]]           [1]]           [4]]           [0, 5, 1]]

        Q = [[5],       K = [[8],      V = [[1, 10, 4],        5 = 1*3 + 2*1
             [1]]            [4]]           [0,  5, 1]]        4 = 1*2 + 2*1

    None of the four arrays is changed.
    """
    raise NotImplementedError("TODO: project")


def soft_lookup(query: NDArray[np.float64], keys: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The answer to one query: a blend of all values, in which a better fitting key counts for more.

    query   (d_k,)         what is looked for: one vector, not a matrix
    keys    (keys, d_k)    one label a row
    values  (keys, d_v)    row j is what the label in row j of `keys` stands for
    returns (d_v,)         the values, each multiplied by its weight, added up

    The weights are those of exercise 3: the dot product of the query with each key, divided by the square root of
    d_k, then a softmax over the keys. Dot products may be in the thousands.

    A case to do by hand, with two keys, d_k = 4 (whose square root is 2) and d_v = 3. The power e^1.0986 is 3:

        query = [2, 0, 0, 0]    keys = [[1.0986, 0, 0, 0],    values = [[10, 0, 4],
                                        [0,      9, 0, 0]]              [ 2, 8, 4]]

        scores [2.1972, 0], scaled [1.0986, 0], weights [0.75, 0.25]

        answer = 0.75 * [10, 0, 4] + 0.25 * [2, 8, 4] = [8, 2, 4]

    None of the three arrays is changed.
    """
    raise NotImplementedError("TODO: soft_lookup")


def self_attention(
    X: NDArray[np.float64], W_Q: NDArray[np.float64], W_K: NDArray[np.float64], W_V: NDArray[np.float64]
) -> NDArray[np.float64]:
    """A new vector for every token: what it finds when it searches the whole sentence, itself included.

    X       (tokens, d_model)    one token's embedding a row
    W_Q     (d_model, d_k)       makes queries
    W_K     (d_model, d_k)       makes keys
    W_V     (d_model, d_v)       makes values
    returns (tokens, d_v)        row i answers the query of token i

    You may call `project` and `soft_lookup`. Dot products of queries and keys may be in the thousands. None of the
    four arrays is changed.

    A case to do by hand, with two tokens, d_model = 2, d_k = 1 (so nothing to scale) and d_v = 3:

        X = [[1, 0],    W_Q = [[1],    W_K = [[1.0986],    W_V = [[4, 0, 8],
             [0, 1]]           [0]]           [0     ]]           [0, 4, 4]]

        Q = [[1],       K = [[1.0986], V = [[4, 0, 8],
             [0]]            [0     ]]      [0, 4, 4]]

        weights = [[0.75, 0.25],       output = [[3, 1, 7],        7 = 0.75*8 + 0.25*4
                   [0.5,  0.5 ]]                 [2, 2, 6]]
    """
    raise NotImplementedError("TODO: self_attention")
