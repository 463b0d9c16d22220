import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q.dot(K.transpose()) / np.sqrt(K.shape[1])
    if mask is not None:
        scores = scores + mask
    powers = np.exp(scores - scores.max(1, keepdims=True))
    weights = powers / powers.sum(1, keepdims=True)
    return weights.dot(V), weights.astype(np.float32)
