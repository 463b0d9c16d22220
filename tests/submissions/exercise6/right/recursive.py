import functools

import numpy as np


def asymmetry(A):
    if A.shape[0] != A.shape[1]:
        raise ValueError(A.shape)
    n = len(A)
    if n == 1:
        return np.zeros((1, 1))
    half = n // 2
    corner = A[:half, half:] - A[half:, :half].T
    return np.block([[asymmetry(A[:half, :half]), corner], [-corner.T, asymmetry(A[half:, half:])]])


def is_symmetric(A, atol=1e-9):
    if A.shape[0] != A.shape[1]:
        raise ValueError(A.shape)
    return len(A) < 2 or bool(np.max(np.abs(A[0] - A[:, 0])) <= atol and is_symmetric(A[1:, 1:], atol))


def most_asymmetric_pair(A):
    if A.shape[0] != A.shape[1]:
        raise ValueError(A.shape)
    pairs = ((i, j) for i in range(len(A)) for j in range(i + 1, len(A)))
    return functools.reduce(lambda a, b: b if abs(A[b] - A[b[::-1]]) > abs(A[a] - A[a[::-1]]) else a, pairs)


def symmetric_scores_asymmetric_weights():
    return [((0,), (1,), (-3,))] * 2


def asymmetric_scores_symmetric_weights():
    return ((7, 7, 7), (-1, -1, -1), (2.5, 2.5, 2.5))
