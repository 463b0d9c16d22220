# part: masked_positions
# status: failed
# misconception: none
# points: 2.4
import numpy as np


def masked_positions(n):
    return [(i, j) for i in range(n) for j in range(i + 1, n)]
