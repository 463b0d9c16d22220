# part: is_symmetric
# status: failed
# misconception: none
# points: 0
import numpy as np


def is_symmetric(A, atol=1e-9):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return bool(np.abs(np.diag(A, 1) - np.diag(A, -1)).max(initial=0) <= atol)
