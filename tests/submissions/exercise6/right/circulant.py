# parts: symmetric_scores_asymmetric_weights asymmetric_scores_symmetric_weights
"""A symmetric circulant has rows of one sum; with K = Q M and M symmetric the scores are symmetric."""
import numpy as np


def symmetric_scores_asymmetric_weights():
    Q = np.vander([1.0, 2.0, 3.0], 3)
    return Q, Q @ np.diag([0.0, 0.5, -1.0])


def asymmetric_scores_symmetric_weights():
    row = np.array([0.0, 1.0, 2.0, 1.0])
    circulant = np.array([np.roll(row, i) for i in range(4)])
    return circulant - np.logspace(0, 1, 4)[:, np.newaxis]
