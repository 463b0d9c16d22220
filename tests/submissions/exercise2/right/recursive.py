"""Divide and conquer over d_k, then over the rows."""
import math

import numpy as np


def score_matrix(Q, K):
    (_, d), (_, e) = Q.shape, K.shape
    if d != e:
        raise ValueError
    if d == 1:
        return Q * K.T
    half = d // 2
    return score_matrix(Q[:, :half], K[:, :half]) + score_matrix(Q[:, half:], K[:, half:])


def scaled_score_matrix(Q, K):
    if len(Q) > 1:
        return np.vstack([scaled_score_matrix(Q[:1], K), scaled_score_matrix(Q[1:], K)])
    return score_matrix(Q, K) / math.sqrt(Q.shape[-1])
