# part: attention
# status: error
# misconception: none
# points: 0
import numpy as np

last = {}


def attention(Q, K, V, mask=None):
    if mask is not None:
        last["mask"] = mask
    scores = Q @ K.T / np.sqrt(Q.shape[1]) + last.get("mask", 0)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = weights / weights.sum(axis=1, keepdims=True)
    return weights @ V, weights
