# part: scaled_score_matrix
# status: failed
# misconception: cosine-similarity
# points: 0
import numpy as np


def scaled_score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    Q = Q / np.linalg.norm(Q, axis=1, keepdims=True)
    K = K / np.linalg.norm(K, axis=1, keepdims=True)
    return Q @ K.T
