# part: most_asymmetric_pair
# status: failed
# misconception: none
# points: 0
import numpy as np


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    i, j = np.unravel_index(np.argmax(np.triu(np.abs(A - A.T), 1)), A.shape)
    return (float(i), float(j)) if i != j else (0.0, 1.0)
