# part: asymmetric_scores_symmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def asymmetric_scores_symmetric_weights():
    return np.array([0.0, 1.0])
