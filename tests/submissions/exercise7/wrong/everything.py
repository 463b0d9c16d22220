# part: attention
# status: failed
# misconception: softmax-over-everything
# points: 0
import numpy as np


def softmax(x):
    e = np.exp(x - np.max(x))
    return e / np.sum(e)


def attention(Q, K, V, mask=None):
    weights = softmax(Q @ K.T / np.sqrt(Q.shape[1]) + (0 if mask is None else mask))
    return weights @ V, weights
