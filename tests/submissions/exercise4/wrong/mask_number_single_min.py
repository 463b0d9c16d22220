# part: causal_mask
# status: failed
# misconception: large-negative-number
# points: 0
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.triu(np.full((n, n), np.finfo(np.float32).min), 1)
