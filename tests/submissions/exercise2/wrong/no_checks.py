# part: score_matrix
# status: failed
# misconception: none
# points: ?
import numpy as np


def score_matrix(Q, K):
    return Q @ K.T
