# part: masked_positions
# status: failed
# misconception: none
# points: 0
import numpy as np


def masked_positions(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.triu(np.ones((n, n), dtype=bool), 1)
