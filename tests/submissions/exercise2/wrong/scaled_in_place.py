# part: scaled_score_matrix
# status: failed
# misconception: none
# points: 4.92
import numpy as np


def scaled_score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    Q /= np.sqrt(Q.shape[1])
    return Q @ K.T
