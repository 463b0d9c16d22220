# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: scores-not-symmetric
# points: 0
import numpy as np


def symmetric_scores_asymmetric_weights():
    S = np.array([[1.0, 0], [0, 3]])
    w = np.exp(S)
    return S, w / w.sum(axis=1, keepdims=True)
