# part: additive_attention
# status: failed
# misconception: no-max-subtraction
# points: 2.82
import numpy as np


def additive_attention(state, states, W_s, W_h, v):
    a = np.tanh(state @ W_s + states @ W_h) @ v
    w = np.exp(a) / np.sum(np.exp(a))
    return w @ states, w
