# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    return np.array([[1.0, 0], [0, 3], [1, 1]]), np.array([[1.0, 0], [0, 3]])
