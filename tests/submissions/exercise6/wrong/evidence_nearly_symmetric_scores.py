# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    Q = np.array([[1.0, 0], [0, 3]])
    K = Q.copy()
    K[0, 1] = 1e-7
    return Q, K
