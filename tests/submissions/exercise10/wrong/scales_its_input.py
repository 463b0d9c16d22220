# part: encode
# status: failed
# misconception: none
# points: 2.4
import numpy as np


def encode(X, W_x, W_h, b):
    X *= 1.0
    b += 0.5
    b -= 0.5
    b *= 2
    b /= 2
    X -= 1
    h = np.zeros(len(b))
    states = []
    for x in X + 1:
        h = np.tanh(x @ W_x + h @ W_h + b)
        states.append(h)
    return np.array(states)
