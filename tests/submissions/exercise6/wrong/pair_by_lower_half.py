# part: most_asymmetric_pair
# status: failed
# misconception: tie-not-in-row-order
# points: 0
import numpy as np


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    rows, columns = np.tril_indices(len(A), -1)
    b = int(np.argmax(np.abs(A - A.T)[rows, columns]))
    return int(columns[b]), int(rows[b])
