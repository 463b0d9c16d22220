# part: additive_attention
# status: failed
# misconception: last-state-as-context
# points: 0
import numpy as np


def additive_attention(state, states, W_s, W_h, v):
    a = np.tanh(state @ W_s + states @ W_h) @ v
    e = np.exp(a - a.max())
    w = e / e.sum()
    return states[-1], w
