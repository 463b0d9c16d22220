import numpy as np


def attention(Q, K, V, mask=None):
    q, k, v = np.matrix(Q), np.matrix(K), np.matrix(V)
    scores = q * k.T / np.sqrt(q.shape[1])
    if mask is not None:
        scores = scores + np.matrix(mask)
    powers = np.exp(scores - scores.max(axis=1))
    weights = powers / powers.sum(axis=1)
    return weights * v, weights
