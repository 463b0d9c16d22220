# part: additive_attention
# status: error
# misconception: projection-transposed
# points: 0
import numpy as np


def additive_attention(state, states, W_s, W_h, v):
    a = np.tanh(W_s @ state + states @ W_h.T) @ v
    e = np.exp(a - a.max())
    w = e / e.sum()
    return w @ states, w
