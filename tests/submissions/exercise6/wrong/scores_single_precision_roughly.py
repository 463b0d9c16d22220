# part: asymmetric_scores_symmetric_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def asymmetric_scores_symmetric_weights():
    S = np.log(np.array([[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]])) + np.array([[0.0], [1], [2]])
    return S.astype(np.float32)
