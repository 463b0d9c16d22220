# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: one-token-only
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    return np.array([[1.0, 2.0]]), np.array([[1.0, 2.0]])
