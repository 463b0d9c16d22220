# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: weights-symmetric-too
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    Q = np.diag([1.0, 1.0])
    return Q, 2 * Q
