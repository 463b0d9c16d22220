# part: attention
# status: failed
# misconception: global-max-underflow
# points: 9.38
import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    if mask is not None:
        scores = scores + mask
    weights = np.exp(scores - scores.max())
    weights = weights / weights.sum(axis=1, keepdims=True)
    return weights @ V, weights
