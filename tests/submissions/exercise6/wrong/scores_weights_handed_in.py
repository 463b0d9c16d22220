# part: asymmetric_scores_symmetric_weights
# status: failed
# misconception: scores-symmetric-too
# points: 0
import numpy as np


def asymmetric_scores_symmetric_weights():
    return np.array([[0.5, 0.5], [0.5, 0.5]])
