"""Exercise 9: many heads.

One attention has one opinion: a single row of weights for each word. But "failed" has two things to find out, what
failed ("payment") and where ("UPI"). So several attentions, the *heads*, look at the same sentence side by side.
Each has projections of its own, and with them its own idea of what a query, a key and a value are. What the heads
find is laid side by side, and one more matrix, W_O, mixes it into a single row for each word again.

    head_i = Attention(Q W_Q[i], K W_K[i], V W_V[i])            i = 0 ... heads-1
    MultiHead(Q, K, V) = Concat(head_0, ..., head_last) W_O

Mind the letters: here Q, K and V are what goes *into* the projections. In self-attention all three are one and the
same matrix X of token vectors; in cross-attention Q is one sequence, K and V another.

You write one function. Each head is the scaled dot-product attention of exercise 7, without a mask.

Replace the line that says TODO, then run

    grade exercise9           checks the function
    grade hint exercise9      one hint at a time, three in all
"""

import numpy as np
from numpy.typing import NDArray


def multi_head_attention(
    Q: NDArray[np.float64],
    K: NDArray[np.float64],
    V: NDArray[np.float64],
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
    W_O: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What all heads together make of the values, a row for each query.

    Q       (queries, d_model)          one token that asks a row, before any projection
    K       (keys, d_model)             one token that is asked a row
    V       (keys, d_model)             row j belongs to row j of K
    W_Q     (heads, d_model, d_k)       W_Q[i] makes the queries of head i: Q W_Q[i], shape (queries, d_k)
    W_K     (heads, d_model, d_k)       W_K[i] makes its keys
    W_V     (heads, d_model, d_k)       W_V[i] makes its values
    W_O     (heads*d_k, d_model)        mixes what the heads found; head 0 meets its first d_k rows, head 1 the next
    returns (queries, d_model)

    d_k is the last axis of the projections. Often it is d_model / heads, but it need not be: the heads may be
    wider or narrower than that together. Each head scales its scores by the square root of its own d_k.

    A case to do by hand: one query, two keys, two heads, d_model = 2, d_k = 1 (so nothing to scale); e^1.0986 is 3.

        Q = [[1, 1]]    K = [[1.0986, 0],    V = [[4, 0],    W_Q[0] = W_K[0] = W_V[0] = [[1], [0]]   sees column 0
                             [0,      0]]         [0, 8]]    W_Q[1] = W_K[1] = W_V[1] = [[0], [1]]   sees column 1

        head 0: scores [1.0986, 0], weights [0.75, 0.25], values [4] and [0]     gives [3]
        head 1: scores [0, 0],      weights [0.5,  0.5 ], values [0] and [8]     gives [4]
        side by side: [3, 4]

        W_O = [[1, 0],      output = [[3*1 + 4*1, 3*0 + 4*2]] = [[7, 8]]
               [1, 2]]

    Scores may be in the thousands, of either sign. None of the inputs is changed.
    """
    raise NotImplementedError("TODO: multi_head_attention")
