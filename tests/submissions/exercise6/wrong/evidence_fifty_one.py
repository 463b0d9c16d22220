# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    Q = np.arange(51.0)[:, None] / 51
    return Q, Q
