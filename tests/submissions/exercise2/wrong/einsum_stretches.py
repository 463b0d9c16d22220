# part: score_matrix
# status: failed
# misconception: none
# points: 4.83
import numpy as np


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2:
        raise ValueError
    return np.einsum('id,jd->ij', Q, K)
