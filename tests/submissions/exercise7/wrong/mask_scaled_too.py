# part: attention
# status: failed
# misconception: mask-scaled
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T
    if mask is not None:
        scores = scores + mask
    scores = scores / np.sqrt(Q.shape[1])
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V, weights
