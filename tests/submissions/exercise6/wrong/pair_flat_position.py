# part: most_asymmetric_pair
# status: failed
# misconception: none
# points: 0
import numpy as np


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return int(np.argmax(np.abs(A - A.T)))
