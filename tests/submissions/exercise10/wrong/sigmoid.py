# part: encode
# status: failed
# misconception: tanh-replaced
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b))
    states = []
    for x in X:
        h = 1 / (1 + np.exp(-(x @ W_x + h @ W_h + b)))
        states.append(h)
    return np.array(states)
