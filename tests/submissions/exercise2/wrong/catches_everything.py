# part: score_matrix
# status: failed
# misconception: none
# points: ?
import numpy as np


def score_matrix(Q, K):
    try:
        return Q @ K.T
    except Exception:
        return np.zeros((len(Q), len(K)))
