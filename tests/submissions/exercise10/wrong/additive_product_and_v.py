# part: additive_attention
# status: failed
# misconception: dot-product-instead-of-additive
# points: 0
import numpy as np


def additive_attention(state, states, W_s, W_h, v):
    a = ((state @ W_s) * (states @ W_h)) @ v
    e = np.exp(a - a.max())
    w = e / e.sum()
    return w @ states, w
