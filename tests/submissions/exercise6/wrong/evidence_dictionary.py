# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    return {'Q': np.diag([1.0, 3]), 'K': np.diag([1.0, 3])}
