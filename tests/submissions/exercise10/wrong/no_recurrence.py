# part: encode
# status: failed
# misconception: hidden-state-not-carried
# points: 0
import numpy as np


def encode(X, W_x, W_h, b):
    return np.tanh(X @ W_x + b)
