# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: scores-not-symmetric
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    return np.array([[1.0, 0], [0, 1], [1, 1]]), np.array([[1.0, 0], [0, 1], [1, -1]])
