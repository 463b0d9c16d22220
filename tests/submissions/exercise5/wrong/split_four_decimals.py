# part: split_heads
# status: failed
# misconception: none
# points: 0
import numpy as np


def split_heads(X, num_heads):
    if num_heads < 1 or num_heads != int(num_heads) or X.shape[1] % num_heads:
        raise ValueError
    return np.round(np.stack(np.split(X, num_heads, axis=1)), 4)
