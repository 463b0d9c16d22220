import numpy as np


def score_matrix(Q, K):
    n, d = np.shape(Q)
    m, e = np.shape(K)
    if d != e:
        raise ValueError
    dot = np.vectorize(np.dot, signature="(d),(d)->()")
    return dot(Q[:, np.newaxis], K)


def scaled_score_matrix(Q, K):
    return score_matrix(Q / np.sqrt(np.sqrt(Q.shape[-1])), K / np.sqrt(np.sqrt(K.shape[-1])))
