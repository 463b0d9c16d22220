# part: asymmetry
# status: failed
# misconception: none
# points: 0
import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return A - np.rot90(A, 2)
