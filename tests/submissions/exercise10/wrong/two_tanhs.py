# part: encode
# status: failed
# misconception: tanh-taken-in-parts
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        h = np.tanh(x @ W_x + b) + np.tanh(h @ W_h)
        states.append(h)
    return np.array(states)
