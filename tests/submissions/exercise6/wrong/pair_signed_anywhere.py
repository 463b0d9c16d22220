# part: most_asymmetric_pair
# status: failed
# misconception: signed-maximum
# points: 0
import numpy as np


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    i, j = np.unravel_index(np.argmax(A - A.T), A.shape)
    return int(i), int(j)
