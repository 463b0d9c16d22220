# parts: symmetric_scores_asymmetric_weights asymmetric_scores_symmetric_weights
"""One dimension, fifty tokens, negative numbers; and a matrix whose rows are shifted by hundreds."""
import numpy as np


def symmetric_scores_asymmetric_weights():
    column = np.linspace(-2, 2, 50).reshape(-1, 1)
    return column, -column


def asymmetric_scores_symmetric_weights():
    scores = np.array([[4.0, 1.0, 1.0], [1.0, 4.0, 1.0], [1.0, 1.0, 4.0]])
    return scores + 500.0 * np.array([[1], [0], [-1]])
