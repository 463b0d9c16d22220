# part: causal_mask
# status: failed
# misconception: none
# points: 0
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return [[0 if j <= i else '-inf' for j in range(n)] for i in range(n)]
