# part: asymmetry
# status: failed
# misconception: upper-half-only
# points: 0
import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return np.triu(A - A.T)
