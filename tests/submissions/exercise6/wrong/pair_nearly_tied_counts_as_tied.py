# part: most_asymmetric_pair
# status: failed
# misconception: none
# points: 0
import numpy as np


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    g = np.abs(A - A.T)
    for i in range(len(A)):
        for j in range(i + 1, len(A)):
            if np.isclose(g[i, j], g.max()):
                return i, j
