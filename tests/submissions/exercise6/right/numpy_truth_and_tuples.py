import numpy as np


class Shape(ValueError):
    pass


def difference(A):
    if A.ndim != 2 or len(A) != len(A.T):
        raise Shape(A.shape)
    return A - A.T


asymmetry = difference


def is_symmetric(A, atol=1e-9):
    return np.all(np.abs(difference(A)) <= atol)


def most_asymmetric_pair(A):
    D = np.abs(difference(A))
    D[np.tril_indices(len(A))] = -1
    return np.array(np.unravel_index(D.argmax(), D.shape), dtype=np.int32)


def symmetric_scores_asymmetric_weights():
    """Different matrices: K is Q times a symmetric matrix."""
    Q = np.array([[1.0, 2.0], [0.5, -1.0], [3.0, 0.25]])
    M = np.array([[2.0, 0.5], [0.5, 1.0]])
    return Q, Q @ M


def asymmetric_scores_symmetric_weights():
    """Logarithms of a symmetric doubly stochastic matrix, shifted row by row."""
    W = np.array([[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]])
    return np.log(W) + np.array([[1.0], [2.0], [-4.0]])
