# part: encode
# status: failed
# misconception: hidden-state-not-carried
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    zero = np.zeros(len(b))
    return np.array([np.tanh(x @ W_x + zero @ W_h + b) for x in X])
