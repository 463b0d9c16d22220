"""Works in place, on copies."""
import copy

import numpy as np


def score_matrix(Q, K):
    Q, K = copy.deepcopy(Q), np.array(K, order="F")
    if Q.ndim != 2 or K.ndim != 2:
        raise ValueError
    Q *= 2
    K /= 2
    return np.longdouble(Q) @ np.longdouble(K).T


def scaled_score_matrix(Q, K):
    Q = Q.copy()
    Q /= np.sqrt(Q.shape[-1])
    return memoryview(np.asarray(score_matrix(Q, K), dtype=float))
