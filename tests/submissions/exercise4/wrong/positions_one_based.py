# part: masked_positions
# status: failed
# misconception: one-based-positions
# points: 0
import numpy as np


def masked_positions(n):
    if n < 1 or n != int(n):
        raise ValueError
    return [(i + 1, j + 1) for i in range(n) for j in range(i + 1, n)]
