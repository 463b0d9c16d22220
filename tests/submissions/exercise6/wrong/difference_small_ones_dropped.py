# part: asymmetry
# status: failed
# misconception: none
# points: 0
import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    D = A - A.T
    D[np.abs(D) < 1e-3] = 0
    return D
