# part: encode
# status: failed
# misconception: tanh-overflows
# points: 2.78
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        e = np.exp(2 * (x @ W_x + h @ W_h + b))
        h = (e - 1) / (e + 1)
        states.append(h)
    return np.array(states)
