# part: asymmetry
# status: failed
# misconception: none
# points: 0
import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return np.ma.masked_array(np.where(np.eye(len(A)) > 0, np.nan, A - A.T), mask=np.eye(len(A)))
