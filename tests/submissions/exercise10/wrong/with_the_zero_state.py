# part: encode
# status: failed
# misconception: zero-state-included
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    states = [np.zeros(len(b))]
    for x in X:
        states.append(np.tanh(x @ W_x + states[-1] @ W_h + b))
    return np.array(states)
