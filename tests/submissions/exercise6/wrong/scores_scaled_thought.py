# part: asymmetric_scores_symmetric_weights
# status: failed
# misconception: weights-not-symmetric
# points: 0
import numpy as np


def asymmetric_scores_symmetric_weights():
    return np.array([[1.0, 2, 3], [1, 2, 3], [1, 2, 3]])
