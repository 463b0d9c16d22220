# part: additive_attention
# status: failed
# misconception: state-without-effect
# points: 0
import numpy as np


def additive_attention(state, states, W_s, W_h, v):
    a = (np.tanh(state @ W_s) + np.tanh(states @ W_h)) @ v
    e = np.exp(a - a.max())
    w = e / e.sum()
    return w @ states, w
