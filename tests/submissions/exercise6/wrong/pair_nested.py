# part: most_asymmetric_pair
# status: failed
# misconception: none
# points: 0
import numpy as np


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    rows, columns = np.triu_indices(len(A), 1)
    g = np.abs(A - A.T)[rows, columns]
    b = int(np.argmax(g))
    return [(int(rows[b]), int(columns[b]))]
