# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    Q = np.array([[1.0, 0], [0, np.nan]])
    return Q, Q
