"""Exercise 5: head dimensions.

"UPI payment failed": the word "failed" should attend to "payment", since that is what failed, and also to "UPI",
since that is where it happened. One row of weights can't say both things separately. So the attention is computed
several times side by side, by *heads*, each with weights of its own.

Heads cost nothing extra, because they share the width. A token is a row of d_model numbers; with num_heads heads
each works on d_k = d_model / num_heads of them: the first head on the first d_k columns, the next head on the next
d_k columns, and so on. When all heads are done, their results are put side by side again.

1. `head_dimension` says how wide a head is.
2. `split_heads` deals the columns out to the heads.
3. `merge_heads` puts them side by side again.
4. `projection_parameters` counts what W_Q, W_K and W_V hold, and finds out whether more heads cost more.

Replace each line that says TODO, then run

    grade exercise5           checks all four functions
    grade hint exercise5      one hint at a time, three for each function
"""

import numpy as np
from numpy.typing import NDArray


def head_dimension(d_model: int, num_heads: int) -> int:
    """How many columns each head works on, d_k.

    d_model    how many numbers describe one token
    num_heads  how many heads share them, equally
    returns    a whole number, as an int: not a float, even one that ends in .0

    By hand: 6 columns for 2 heads are 3 columns each, so head_dimension(6, 2) = 3.

    Raises ValueError when the columns can't be shared equally (6 columns, 4 heads), and unless both numbers are
    whole and at least 1.
    """
    raise NotImplementedError("TODO: head_dimension")


def split_heads(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    """The columns of X dealt out to the heads: a matrix for each head, with all tokens in it.

    X          (tokens, d_model)      one token a row
    num_heads  how many heads share the columns, equally
    returns    (heads, tokens, d_k)   head 0 holds columns 0 to d_k - 1 of every token, head 1 the d_k columns after
               those, and so on: neighbouring columns stay together

    Two tokens, four columns, two heads, by hand:

        X = [[1, 2, 3, 4],        head 0 = [[1, 2],        head 1 = [[3, 4],
             [5, 6, 7, 8]]                  [5, 6]]                  [7, 8]]

    Every head sees every token, but only its own part of each. X is not changed.

    Raises ValueError when the columns can't be shared equally, and unless num_heads is a whole number and at
    least 1.
    """
    raise NotImplementedError("TODO: split_heads")


def merge_heads(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The heads put side by side again: `split_heads` undone.

    heads      (heads, tokens, d_k)   a matrix for each head
    returns    (tokens, d_model)      d_model is heads times d_k; a token's row holds its numbers from head 0, then
               those from head 1, and so on

    Two heads, two tokens, d_k = 2, by hand:

        heads = [[[1, 2],         merged = [[1, 2, 3, 4],
                  [5, 6]],                  [5, 6, 7, 8]]
                 [[3, 4],
                  [7, 8]]]

    `heads` is not changed.
    """
    raise NotImplementedError("TODO: merge_heads")


def projection_parameters(d_model: int, num_heads: int) -> int:
    """How many numbers the projections W_Q, W_K and W_V of all heads hold together.

    d_model    how many numbers describe one token
    num_heads  how many heads there are; each has a W_Q, a W_K and a W_V of its own, all of shape (d_model, d_k)
    returns    their entries, counted over the three kinds and all heads, as an int. There is no bias, and W_O, which
               mixes the merged heads, is not counted

    By hand, with d_model = 4 and 2 heads: d_k is 2, each matrix has 4 rows of 2, that is 8 numbers. There are three
    for each of two heads, so projection_parameters(4, 2) = 48.

    The count is exact for a d_model of up to a million.

    Raises ValueError when the columns can't be shared equally, and unless both numbers are whole and at least 1.
    """
    raise NotImplementedError("TODO: projection_parameters")
