# part: asymmetry
# status: failed
# misconception: none
# points: 1.87
import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return np.squeeze(A - A.T)
