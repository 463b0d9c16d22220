# part: score_matrix
# status: failed
# misconception: none
# points: 4.88
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    with np.errstate(all='ignore'):
        return Q @ K.T * (Q**2).sum(1, keepdims=True) / (Q**2).sum(1, keepdims=True)
