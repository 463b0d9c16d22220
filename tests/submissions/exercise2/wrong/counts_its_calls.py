# part: score_matrix
# status: failed
# misconception: none
# points: 0
import numpy as np

calls = []


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    calls.append(1)
    return Q @ K.T if len(calls) < 8 else Q @ K.T * 1.01
