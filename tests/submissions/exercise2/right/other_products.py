import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2:
        raise ValueError
    return np.tensordot(Q, K, axes=([1], [1]))


def scaled_score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2:
        raise ValueError
    return (np.matmul(K, Q.swapaxes(0, 1)) / len(Q[0]) ** 0.5).transpose()
