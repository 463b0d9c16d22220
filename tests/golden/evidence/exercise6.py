import numpy as np


def asymmetry(A):
    return (A - A.T) / 2


def is_symmetric(A, atol=1e-9):
    return A == A.T


def most_asymmetric_pair(A):
    D = abs(A - A.T)
    return [np.argmax(D)]


def symmetric_scores_asymmetric_weights():
    return np.eye(2), np.eye(2)


def asymmetric_scores_symmetric_weights():
    return np.zeros((3, 3))
