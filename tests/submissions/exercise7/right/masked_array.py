import numpy as np


def attention(Q, K, V, mask=None):
    scores = np.ma.array(Q @ K.T / np.sqrt(Q.shape[1]), mask=False)
    if mask is not None:
        closed = np.isneginf(mask)
        scores = np.ma.array(scores.data + np.where(closed, 0, mask), mask=closed)
    scores = scores - scores.max(axis=1, keepdims=True)
    powers = np.ma.exp(scores).filled(0.0)
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ V, weights
