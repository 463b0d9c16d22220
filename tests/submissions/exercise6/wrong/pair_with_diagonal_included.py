# part: most_asymmetric_pair
# status: failed
# misconception: counts-the-diagonal
# points: 0
import numpy as np


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    rows, columns = np.triu_indices(len(A))
    b = int(np.argmax(np.abs(A - A.T)[rows, columns]))
    return int(rows[b]), int(columns[b])
