# part: attention
# status: failed
# misconception: softmax-over-columns
# points: 0
import numpy as np


def softmax(x):
    e = np.exp(x - np.max(x, axis=0))
    return e / np.sum(e, axis=0)


def attention(Q, K, V, mask=None):
    weights = softmax(Q @ K.T / np.sqrt(Q.shape[1]) + (0 if mask is None else mask))
    return weights @ V, weights
