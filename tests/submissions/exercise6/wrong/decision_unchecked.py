# part: is_symmetric
# status: failed
# misconception: none
# points: 1.84
import numpy as np


def is_symmetric(A, atol=1e-9):
    return bool(np.abs(A - A.T).max() <= atol)
