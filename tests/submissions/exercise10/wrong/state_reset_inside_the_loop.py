# part: encode
# status: failed
# misconception: hidden-state-not-carried
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    states = []
    for x in X:
        h = np.zeros(W_h.shape[0])
        h = np.tanh(x @ W_x + h @ W_h + b)
        states.append(h)
    return np.stack(states)
