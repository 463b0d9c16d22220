# part: causal_mask
# status: error
# misconception: none
# points: 0
import numpy as np


def causal_mask(n):
    if n < 3 or n != int(n):
        raise ValueError
    return np.triu(np.full((n, n), -np.inf), 1)
