# part: most_asymmetric_pair
# status: failed
# misconception: none
# points: 0
import numpy as np


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    g = np.abs(np.diag(A, 1) - np.diag(A, -1))
    b = int(np.argmax(g))
    return b, b + 1
