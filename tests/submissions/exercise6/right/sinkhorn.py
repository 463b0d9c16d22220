# parts: asymmetric_scores_symmetric_weights
"""Balance a random symmetric matrix until its rows add up to 1, take the logarithm, shift the rows."""
import numpy as np


def asymmetric_scores_symmetric_weights():
    rng = np.random.default_rng(3)
    W = rng.uniform(0.5, 2.0, (5, 5))
    W = W + W.T
    for _ in range(2000):
        scale = 1 / np.sqrt(W.sum(axis=1))
        W = W * np.outer(scale, scale)
    return np.log(W) + rng.normal(size=(5, 1))
