# part: encode
# status: failed
# misconception: last-state-only
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    for x in X:
        h = np.tanh(x @ W_x + h @ W_h + b)
    return h
