import numpy as np


def score_matrix(Q, K):
    _, d = Q.shape
    _, e = K.shape
    if d != e:
        raise ValueError(f"{d} and {e}")
    return np.einsum("id,jd->ij", Q, K)


def scaled_score_matrix(Q, K):
    _, d = Q.shape
    _, e = K.shape
    if d != e:
        raise ValueError(f"{d} and {e}")
    return np.einsum("id,jd,->ij", Q, K, 1 / np.sqrt(d), optimize=True)
