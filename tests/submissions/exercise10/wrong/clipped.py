# part: encode
# status: failed
# misconception: none
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        h = np.tanh(np.clip(x @ W_x + h @ W_h + b, -1.5, 1.5))
        states.append(h)
    return np.array(states)
