# part: causal_mask
# status: failed
# misconception: plus-infinity
# points: 0
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.triu(np.full((n, n), np.inf), 1)
