# part: additive_attention
# status: failed
# misconception: scores-clipped
# points: 2.76
import numpy as np


def additive_attention(state, states, W_s, W_h, v):
    a = np.tanh(state @ W_s + states @ W_h) @ v
    e = np.exp(np.clip(a, -100, 100))
    w = e / e.sum()
    return w @ states, w
