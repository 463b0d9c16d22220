# part: causal_mask
# status: failed
# misconception: none
# points: 2.76
import numpy as np


def causal_mask(n):
    if n < 1:
        raise ValueError
    n = int(n)
    return np.triu(np.full((n, n), -np.inf), 1)
