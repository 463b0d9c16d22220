# part: additive_attention
# status: failed
# misconception: none
# points: 2.4
import numpy as np


def additive_attention(state, states, W_s, W_h, v):
    W_s *= state[:, None]
    W_s = W_s.sum(axis=0)
    a = np.tanh(W_s + states @ W_h) @ v
    e = np.exp(a - a.max())
    w = e / e.sum()
    return w @ states, w
