# part: score_matrix
# status: failed
# misconception: none
# points: 0
import numpy as np

total = 0


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    global total
    total = total + Q @ K.T if np.shape(total) == (len(Q), len(K)) else Q @ K.T
    return total
