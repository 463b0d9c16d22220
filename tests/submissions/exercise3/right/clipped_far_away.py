# parts: softmax_weights
"""Differences beyond e^-700 are cut: such a weight is nothing either way."""
import numpy as np


def softmax_weights(scores):
    assert scores.ndim == 2
    highest = scores.max(axis=1)
    if np.isneginf(highest).any():
        raise ValueError
    away = np.clip(scores - highest.reshape(-1, 1), -700.0, None)
    powers = np.vectorize(np.exp)(away)
    return (powers.T / powers.sum(axis=1)).T
