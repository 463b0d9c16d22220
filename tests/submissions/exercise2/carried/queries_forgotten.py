# part: scaled_score_matrix
# points: none
# uses: none
# The same answer to every input of one shape shows no use of anything.
import numpy as np


def score_matrix(Q, K):
    return np.ones((len(Q), len(K)))


def scaled_score_matrix(Q, K):
    return score_matrix(Q, K) / np.sqrt(Q.shape[1])
