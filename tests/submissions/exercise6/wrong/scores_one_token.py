# part: asymmetric_scores_symmetric_weights
# status: failed
# misconception: one-token-only
# points: 0
import numpy as np


def asymmetric_scores_symmetric_weights():
    return np.array([[1.0]])
