# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    return np.zeros((0, 2)), np.zeros((0, 2))
