# part: is_symmetric
# status: failed
# misconception: none
# points: 1.68
import numpy as np


def is_symmetric(A, atol=1e-9):
    if A.shape[0] != A.shape[1]:
        return False
    return bool(np.abs(A - A.T).max() <= atol)
