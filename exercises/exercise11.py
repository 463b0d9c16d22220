"""Exercise 11: context dependence.

In a table of word similarities "payment" has one row. Whether the sentence says "UPI payment failed" or "refund
payment received" changes nothing in it: each word was given one vector, once and for all, and the table compares
those. Attention is no such table. Its keys are computed afresh from what each token holds at this moment, and after
one layer a token holds something of its neighbours too. So "payment" beside "failed" and "payment" beside "received"
enter the second layer as two different vectors, and get two different keys.

First you build the table, then the keys that know their sentence, and then you measure how far the key of one and
the same word moves when the words around it change.

1. `static_similarity` compares fixed embeddings, two by two.
2. `contextual_keys` sends a sentence through one layer of self-attention, and makes the keys of the second layer.
3. `key_shift` measures how far apart the keys of a word in two sentences are.

Replace each line that says TODO, then run

    grade exercise11          checks all three functions
    grade hint exercise11     one hint at a time, three for each function
"""

import numpy as np
from numpy.typing import NDArray


def static_similarity(E: NDArray[np.float64]) -> NDArray[np.float64]:
    """The cosine similarity of every word with every word.

    E       (words, d_model)   one embedding a row; no row is all zeros
    returns (words, words)     row i, column j: the cosine of the angle between embeddings i and j, that is their dot
            product divided by the lengths of both. The length of a vector is the root of the sum of its squares

    Only directions count: a long vector is no more similar to others than a short one, however short. E is not changed.

    By hand, with three words and d_model = 2, lengths 5, 2 and 5:

        E = [[ 3, 4],        dot products = [[25, 8,  0],        similarities = [[1,   0.8, 0  ],
             [ 0, 2],                        [ 8, 4,  6],                        [0.8, 1,   0.6],
             [-4, 3]]                        [ 0, 6, 25]]                        [0,   0.6, 1  ]]

    Row 0, column 1 is 8 / (5 * 2) = 0.8.
    """
    raise NotImplementedError("TODO: static_similarity")


def contextual_keys(
    X: NDArray[np.float64],
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
    W_K2: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The keys of the second layer: what each token offers once it has looked at the others.

    X       (tokens, d_model)    the sentence, one token's embedding a row
    W_Q     (d_model, d_k)       the first layer's projections, as in exercise 8: queries are X times W_Q, keys are
    W_K     (d_model, d_k)       X times W_K, values are X times W_V. Here a value is as wide as an embedding, so that
    W_V     (d_model, d_model)   the two can be added
    W_K2    (d_model, d_k2)      the second layer's projection for keys
    returns (tokens, d_k2)       (X + self-attention of X) times W_K2

    Self-attention is softmax(scores) times the values, with a softmax for each row and scores that are divided by the
    square root of d_k. Adding X, what the tokens held before, is the *residual connection* that each layer has.
    Scores may be large. Nothing is masked, and none of the inputs is changed.

    By hand, with two tokens, d_model = 2, d_k = 1 (so nothing to divide by) and d_k2 = 3:

        X = [[1, 0],    W_Q = [[1.0986],    W_K = [[1],    W_V = [[4, 0],    W_K2 = [[1, 0,  1],
             [0, 1]]           [0     ]]           [0]]           [0, 4]]            [0, 2, -1]]

        scores  = [[1.0986, 0],     weights = [[0.75, 0.25],     weights times values = [[3, 1],
                   [0,      0]]                [0.5,  0.5 ]]                            [2, 2]]

        X + that = [[4, 1],         keys = [[4, 2,  3],          e to the power of 1.0986 is 3,
                    [2, 3]]                 [2, 6, -1]]          so token 0 weighs itself 3 to 1
    """
    raise NotImplementedError("TODO: contextual_keys")


def key_shift(
    X_a: NDArray[np.float64],
    i: int,
    X_b: NDArray[np.float64],
    j: int,
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
    W_K2: NDArray[np.float64],
) -> float:
    """How far apart the second-layer keys of one word are in two sentences.

    X_a     (tokens of a, d_model)   the first sentence
    i       the word's position in it, counted from 0
    X_b     (tokens of b, d_model)   the second sentence, which may be longer or shorter
    j       the position of the same word in that: row j of X_b equals row i of X_a
    W_Q, W_K, W_V, W_K2              as in `contextual_keys`
    returns a number, not negative: the Euclidean distance between the two keys, that is the root of the sum of the
            squared differences of their components

    You may call `contextual_keys`. None of the inputs is changed.

    By hand, with the matrices of the case above: sentence a is its two tokens and i = 0, with the key [4, 2, 3].
    Sentence b is the same word alone, X_b = [[1, 0]] and j = 0. With nobody else there, all attention goes to itself:
    its value [4, 0] is added to [1, 0], and [5, 0] times W_K2 is the key [5, 0, 5]. The two differ by [-1, 2, -2], so
    the shift is the root of 1 + 4 + 4, which is 3.
    """
    raise NotImplementedError("TODO: key_shift")
