# part: causal_mask
# status: failed
# misconception: mask-next-token-only
# points: 0
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.where(np.eye(n, k=1) > 0, -np.inf, 0.0)
