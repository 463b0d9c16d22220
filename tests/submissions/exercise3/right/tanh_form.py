"""A weight is one over the sum of e^(other - own), and for two keys half of 1 + tanh of half the difference."""
import numpy as np


def softmax_weights(scores):
    scores = np.array(scores, dtype=float)
    if scores.shape[1] < 1 or (scores.max(1) == -np.inf).any():
        raise ValueError
    if scores.shape[1] == 2 and np.isfinite(scores).all():
        half = np.tanh((scores[:, 0] - scores[:, 1]) / 2)
        return np.stack([(1 + half) / 2, (1 - half) / 2], axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        others = np.exp(scores[:, None, :] - scores[:, :, None])
        weights = 1 / others.sum(-1)
    weights[np.isneginf(scores)] = 0
    return weights


def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
