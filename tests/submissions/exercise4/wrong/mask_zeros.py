# part: causal_mask
# status: failed
# misconception: no-mask
# points: 0
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.zeros((n, n))
