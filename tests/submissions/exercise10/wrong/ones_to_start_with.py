# part: encode
# status: failed
# misconception: started-elsewhere
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.ones(len(b))
    states = []
    for x in X:
        h = np.tanh(x @ W_x + h @ W_h + b)
        states.append(h)
    return np.array(states)
