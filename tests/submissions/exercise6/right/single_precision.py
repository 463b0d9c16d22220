import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return (A - A.T).astype(np.float32)


def is_symmetric(A, atol=1e-9):
    gaps = np.fabs(np.asarray(asymmetry(A), dtype=float))
    return gaps.max().item() <= atol


def most_asymmetric_pair(A):
    asymmetry(A)
    rows, columns = np.triu_indices_from(A, 1)
    gaps = np.abs(A - A.T)[rows, columns]
    first = np.flatnonzero(gaps == gaps.max())[0]
    return [rows[first], columns[first]]


def symmetric_scores_asymmetric_weights():
    return np.float32([[1, 2], [3, 4]]), np.float32([[1, 2], [3, 4]])


def asymmetric_scores_symmetric_weights():
    return np.float32([[0.5, 0.5], [0.25, 0.25]])
