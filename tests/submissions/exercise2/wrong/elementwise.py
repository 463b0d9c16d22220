# part: score_matrix
# status: error
# misconception: elementwise-product
# points: 0
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    return Q * K
