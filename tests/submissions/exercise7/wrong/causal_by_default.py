# part: attention
# status: failed
# misconception: causal-mask-always
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    if mask is None:
        mask = np.triu(np.ones(scores.shape) * -1e9, 1)
    scores = scores + mask
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V, weights
