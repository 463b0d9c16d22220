# part: causal_mask
# status: failed
# misconception: none
# points: 2.52
import numpy as np


def causal_mask(n):
    return np.triu(np.full((n, n), -np.inf), 1)
