# part: attention
# status: failed
# misconception: not-scaled
# points: 0
import numpy as np


def softmax(x):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def attention(Q, K, V, mask=None):
    weights = softmax(Q @ K.T + (0 if mask is None else mask))
    return weights @ V, weights
