# part: encode
# status: failed
# misconception: tanh-forgotten
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        h = x @ W_x + h @ W_h + b
        states.append(np.tanh(h))
    return np.array(states)
