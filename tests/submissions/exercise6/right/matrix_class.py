import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise np.linalg.LinAlgError("square matrices only")
    M = np.asmatrix(A)
    return M - M.T


def is_symmetric(A, atol=1e-9):
    return np.array(np.linalg.norm(asymmetry(A).A1, np.inf) <= atol)


def most_asymmetric_pair(A):
    D = np.abs(asymmetry(A).A)
    i, j = np.argwhere(np.triu(D == D[np.triu_indices(len(D), 1)].max(), 1))[0]
    return int(i), int(j)


def symmetric_scores_asymmetric_weights():
    M = np.matrix("1 2; 2 0")
    return [M, M]


def asymmetric_scores_symmetric_weights():
    return np.matrix("1 1; 0 0")
