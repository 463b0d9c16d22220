"""Any number near the largest will do; weights normalised twice; with an epsilon too small to matter."""
import numpy as np


def softmax_weights(scores):
    if 0 in scores.shape:
        raise ValueError("empty")
    top = np.sort(scores, axis=1)[:, -1:]
    if not np.isfinite(top).all():
        raise ValueError("no finite score in a row")
    powers = np.exp(scores - np.ceil(top) + 3)
    weights = powers / (powers.sum(axis=1, keepdims=True) + 1e-12)
    return weights / weights.sum(axis=1, keepdims=True)


def attention_weights(Q, K):
    return softmax_weights(Q @ (K / np.sqrt(K.shape[1])).T)
