# part: causal_mask
# status: failed
# misconception: none
# points: 2.7
import numpy as np


def causal_mask(n):
    if n < 2 or n != int(n):
        raise ValueError
    return np.triu(np.full((n, n), -np.inf), 1)
