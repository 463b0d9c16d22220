import numpy as np


def asymmetry(A):
    n, m = A.shape
    if n != m:
        raise ValueError
    return np.subtract(A, np.transpose(A))


def is_symmetric(A, atol=1e-9):
    if A.shape != A.T.shape:
        raise ValueError
    return np.allclose(A, A.T, rtol=0, atol=atol)


def most_asymmetric_pair(A):
    gaps = np.triu(np.abs(asymmetry(A)), 1)
    if not gaps.any():
        return 0, 1
    return np.unravel_index(np.argmax(gaps), gaps.shape)


def symmetric_scores_asymmetric_weights():
    Q = np.random.default_rng(0).normal(size=(50, 3))
    return Q, Q.copy()


def asymmetric_scores_symmetric_weights():
    return np.arange(50.0)[:, None] + np.eye(50)
