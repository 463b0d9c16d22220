# part: is_symmetric
# status: failed
# misconception: any-instead-of-all
# points: 0
import numpy as np


def is_symmetric(A, atol=1e-9):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return bool((np.abs(A - A.T)[~np.eye(len(A), dtype=bool)] <= atol).any())
