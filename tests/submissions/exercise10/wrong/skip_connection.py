# part: encode
# status: failed
# misconception: old-state-mixed-in
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        h = h + np.tanh(x @ W_x + h @ W_h + b)
        states.append(h)
    return np.array(states)
