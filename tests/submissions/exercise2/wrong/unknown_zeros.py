# part: score_matrix
# status: failed
# misconception: none
# points: 0
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    scores = Q @ K.T
    scores[scores == 0] = 1e-9 * 0 + np.nan
    return scores
