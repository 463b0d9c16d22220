# part: attention
# status: failed
# misconception: scaled-by-sequence-length
# points: 0
import numpy as np


def softmax(x):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def attention(Q, K, V, mask=None):
    d_k = K.shape[0]
    weights = softmax(Q @ K.T / np.sqrt(d_k) + (0 if mask is None else mask))
    return weights @ V, weights
