# part: masked_positions
# points: all
# uses: causal_mask
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.where(np.tri(n, k=-1), 0.0, -np.inf)


def masked_positions(n):
    return [tuple(pair) for pair in np.argwhere(causal_mask(n) != 0)]
