import numpy as np


def score_matrix(Q, K):
    Q, K = Q.astype(np.float32), K.astype(np.float32)
    if Q.ndim != 2 or K.ndim != 2:
        raise ValueError
    return Q @ K.T


def scaled_score_matrix(Q, K):
    scores = score_matrix(Q, K)
    scores /= np.sqrt(np.float32(Q.shape[1]))
    return scores
