# part: causal_mask
# status: failed
# misconception: none
# points: 0
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.where(np.tri(n) > 0, 1.0, -np.inf)
