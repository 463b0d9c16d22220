# part: encode
# status: failed
# misconception: none
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = np.zeros((len(X), len(b)))
    for t in range(len(X) - 1):
        h = np.tanh(X[t] @ W_x + h @ W_h + b)
        states[t] = h
    return states
