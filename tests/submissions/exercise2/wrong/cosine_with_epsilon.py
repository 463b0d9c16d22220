# part: score_matrix
# status: failed
# misconception: cosine-similarity
# points: 0
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    return Q @ K.T / (np.outer(np.linalg.norm(Q, axis=1), np.linalg.norm(K, axis=1)) + 1e-12)
