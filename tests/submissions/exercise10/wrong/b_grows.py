# part: encode
# status: failed
# misconception: none
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        b += h @ W_h
        h = np.tanh(x @ W_x + b)
        states.append(h)
    return np.array(states)
