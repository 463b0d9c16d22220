# part: score_matrix
# status: error
# misconception: none
# points: 0
import numpy as np


def score_matrix(Q, K):
    if Q.shape != K.shape:
        raise ValueError
    return Q @ K.T
