# part: causal_mask
# status: failed
# misconception: none
# points: 2.4
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise IndexError
    return np.triu(np.full((n, n), -np.inf), 1)
