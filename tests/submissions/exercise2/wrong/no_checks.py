# part: score_matrix
# status: failed
# misconception: none
# points: 4.5
import numpy as np


def score_matrix(Q, K):
    return Q @ K.T
