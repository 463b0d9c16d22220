# part: scaled_score_matrix
# status: failed
# misconception: scaled-by-twice-d_k
# points: 0
import numpy as np


def scaled_score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    return Q @ K.T / Q.shape[1] ** 1 / 2
