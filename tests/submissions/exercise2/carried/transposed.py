# part: scaled_score_matrix
# points: all
# uses: score_matrix
import numpy as np


def score_matrix(Q, K):
    return K @ Q.T


def scaled_score_matrix(Q, K):
    return score_matrix(Q, K) / np.sqrt(Q.shape[1])
