# part: score_matrix
# status: failed
# misconception: none
# points: 4.08
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise TypeError
    return Q @ K.T
