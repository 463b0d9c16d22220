# part: encode
# status: failed
# misconception: tanh-overflows
# points: 2.78
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        a = x @ W_x + h @ W_h + b
        h = (np.exp(a) - np.exp(-a)) / (np.exp(a) + np.exp(-a))
        states.append(h)
    return np.array(states)
