import numpy as np


def attention(Q, K, V, mask=None):
    Q, K, V = (one.astype(np.float32) for one in (Q, K, V))
    scores = Q @ K.T / np.sqrt(np.float32(Q.shape[1]))
    if mask is not None:
        scores += mask.astype(np.float32)
    scores -= scores.max(axis=1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    assert weights.dtype == np.float32
    return weights @ V, weights
