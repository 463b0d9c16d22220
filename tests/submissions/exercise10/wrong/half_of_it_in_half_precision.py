# part: encode
# status: failed
# misconception: none
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b), dtype=np.float16)
    states = []
    for x in X:
        h = np.tanh(x @ W_x + h @ W_h + b).astype(np.float16)
        states.append(h)
    return np.array(states, dtype=float)
