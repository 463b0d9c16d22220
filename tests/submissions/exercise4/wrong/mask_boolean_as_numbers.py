# part: causal_mask
# status: failed
# misconception: boolean-mask
# points: 0
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.triu(np.ones((n, n)), 1)
