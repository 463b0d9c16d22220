# part: encode
# status: error
# misconception: projection-transposed
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        h = np.tanh(W_x @ x + W_h @ h + b)
        states.append(h)
    return np.array(states)
