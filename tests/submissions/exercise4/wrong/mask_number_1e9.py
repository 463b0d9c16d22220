# part: causal_mask
# status: failed
# misconception: large-negative-number
# points: 0
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.triu(np.full((n, n), -1e9), 1)
