# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: weights-symmetric-too
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    return np.eye(2), np.eye(2)
