import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    if mask is None:
        mask = np.zeros_like(scores)
    scores = scores + mask
    total = np.logaddexp.reduce(scores, axis=1)
    weights = np.exp(scores - total[:, np.newaxis])
    return np.dot(weights, V), weights
