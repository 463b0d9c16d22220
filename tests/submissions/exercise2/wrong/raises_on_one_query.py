# part: score_matrix
# status: error
# misconception: none
# points: 0
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    if 1 in Q.shape:
        raise ValueError
    return Q @ K.T
