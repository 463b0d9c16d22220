# part: encode
# status: failed
# misconception: state-before-returned
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        states.append(h)
        h = np.tanh(x @ W_x + h @ W_h + b)
    return np.array(states)
