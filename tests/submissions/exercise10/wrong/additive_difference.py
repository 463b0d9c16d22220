# part: additive_attention
# status: failed
# misconception: difference-not-sum
# points: 0
import numpy as np


def additive_attention(state, states, W_s, W_h, v):
    a = np.tanh(states @ W_h - state @ W_s) @ v
    e = np.exp(a - a.max())
    w = e / e.sum()
    return w @ states, w
