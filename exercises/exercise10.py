"""Exercise 10: from the bottleneck to cross-attention.

Before attention, a translation model read "UPI payment failed but amount deducted" word by word and kept one list of
numbers, its *hidden state*, which every word changed. After the last word that one state was all the decoder
got to write the translation from. The state has the same size however long the sentence is: a bottleneck, in which the
early words fade.

Attention opens it. The encoder's states after every word are kept, and for each word that the decoder writes it blends
them anew, giving most weight to those that matter right now. In 2014 the weights came from a small network with a tanh
in it (additive attention). In 2017 only the dot product was left of it: queries from the decoder, keys and values from
the encoder, which is cross-attention.

1. `encode` runs the recurrent network over a sentence.
2. `fixed_context` is the bottleneck: what the decoder got before attention.
3. `additive_attention` is the first way out.
4. `cross_attention` is today's.

Replace each line that says TODO, then run

    grade exercise10          checks all four functions
    grade hint exercise10     one hint at a time, three for each function
"""

import numpy as np
from numpy.typing import NDArray


def encode(
    X: NDArray[np.float64], W_x: NDArray[np.float64], W_h: NDArray[np.float64], b: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The hidden state after each token of a sentence.

    X       (tokens, d_x)     one token's embedding a row, in the order of reading
    W_x     (d_x, d_h)        what a token does to the state
    W_h     (d_h, d_h)        what the state before does to it
    b       (d_h,)            added at every step
    returns (tokens, d_h)     row t is the state after token t has been read

    Each state is tanh of: the token times W_x, plus the state before times W_h, plus b. The tanh is taken of every number
    by itself, and its result is what the next step starts from. Before the first token the state is all zeros.

    A case to do by hand, with two tokens and one number each for the token, the state and b. To four digits tanh(0.5493)
    is 0.5, and so is tanh(0.2993 + 0.25):

        X = [[0.5493],    W_x = [[1]]    W_h = [[0.5]]    b = [0]
             [0.2993]]

        states = [[0.5],        tanh(0.5493 + 0*0.5)
                  [0.5]]        tanh(0.2993 + 0.5*0.5)

    None of the four arrays is changed.
    """
    raise NotImplementedError("TODO: encode")


def fixed_context(states: NDArray[np.float64]) -> NDArray[np.float64]:
    """All that the decoder learns of the sentence without attention: the state after the last token.

    states  (tokens, d_h)    one hidden state a row, as `encode` returns them
    returns (d_h,)           one vector, not a matrix

    By hand:

        states = [[1, 2, 0],        fixed_context(states) = [3, 5, 4]
                  [3, 5, 4]]

    `states` is not changed.
    """
    raise NotImplementedError("TODO: fixed_context")


def additive_attention(
    state: NDArray[np.float64],
    states: NDArray[np.float64],
    W_s: NDArray[np.float64],
    W_h: NDArray[np.float64],
    v: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the decoder sees of the sentence while it is in one state: a blend of the encoder's states.

    state   (d_s,)           the decoder's state, one vector
    states  (tokens, d_h)    the encoder's states, one a row
    W_s     (d_s, d_a)       projects the decoder's state
    W_h     (d_h, d_a)       projects the encoder's states
    v       (d_a,)           turns what comes out of the tanh into one number
    returns two arrays, in this order: the context (d_h,) and the weights (tokens,)

    The score of a token: add the projected decoder state and the token's projected state, take the tanh of every number
    in the sum, then the dot product with v. Nothing is divided here. The weights are the softmax of the scores over the
    tokens; the context is the states, each times its weight, added up. v may hold large numbers, so scores may be in the
    thousands.

    A case to do by hand, with two tokens and d_s = d_a = 1. To four digits tanh(0.5493) is 0.5, and e^1.0986 is 3:

        state = [0.5493]    states = [[0, 8],         W_s = [[1]]    W_h = [[1],    v = [2.1972]
                                      [-0.5493, 0]]                         [0]]

        scores  [tanh(0.5493 + 0)*2.1972, tanh(0.5493 - 0.5493)*2.1972] = [1.0986, 0]
        weights [0.75, 0.25]
        context 0.75*[0, 8] + 0.25*[-0.5493, 0] = [-0.1373, 6]

    None of the five arrays is changed.
    """
    raise NotImplementedError("TODO: additive_attention")


def cross_attention(
    decoder: NDArray[np.float64],
    encoder: NDArray[np.float64],
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What every token of the translation finds in the sentence that is translated.

    decoder (decoder tokens, d_model)    the translation so far, one token a row
    encoder (encoder tokens, d_model)    the sentence, one token a row; it may be longer or shorter than the translation
    W_Q     (d_model, d_k)               makes queries
    W_K     (d_model, d_k)               makes keys
    W_V     (d_model, d_v)               makes values
    returns (decoder tokens, d_v)        row i is what decoder token i finds

    The formula is the scaled dot-product attention of exercise 8; only who asks and who is asked differ. No mask is needed:
    the whole sentence is known. Dot products may be in the thousands. None of the five arrays is changed.

    A case to do by hand: one token asks two, d_model = 2, d_k = 1 (so nothing to scale) and d_v = 3:

        decoder = [[1, 0]]    W_Q = [[1],    W_K = [[0     ],    W_V = [[4, 0, 8],
        encoder = [[0, 1],           [0]]           [1.0986]]           [0, 4, 4]]
                   [1, 0]]

        Q = [[1]]    K = [[1.0986],    V = [[0, 4, 4],
                          [0     ]]         [4, 0, 8]]

        weights = [[0.75, 0.25]]       output = [[1, 3, 5]]
    """
    raise NotImplementedError("TODO: cross_attention")
