# part: attention
# status: failed
# misconception: none
# points: 8
import numpy as np


def attention(Q, K, V, mask=None):
    Q /= np.sqrt(Q.shape[1])
    scores = Q @ K.T
    if mask is not None:
        scores = scores + mask
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = weights / weights.sum(axis=1, keepdims=True)
    return weights @ V, weights
