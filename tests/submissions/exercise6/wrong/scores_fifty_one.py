# part: asymmetric_scores_symmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def asymmetric_scores_symmetric_weights():
    return np.zeros((51, 51)) + np.arange(51.0)[:, None]
