# part: score_matrix
# status: error
# misconception: none
# points: 0
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    if len(K) > len(Q):
        raise ValueError('too many keys')
    return Q @ K.T
