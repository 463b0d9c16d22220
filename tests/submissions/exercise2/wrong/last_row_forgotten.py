# part: score_matrix
# status: failed
# misconception: none
# points: 0
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    scores = np.zeros((len(Q), len(K)))
    for i in range(len(Q) - 1):
        scores[i] = K @ Q[i]
    return scores
