# part: attention
# status: failed
# misconception: mask-after-softmax
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    if mask is not None:
        weights[mask == -np.inf] = 0
    return weights @ V, weights
