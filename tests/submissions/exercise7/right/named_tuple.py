from typing import NamedTuple

import numpy as np


class Attended(NamedTuple):
    output: np.ndarray
    weights: np.ndarray


def softmax(x, axis):
    x = np.exp(x - x.max(axis=axis, keepdims=True))
    return x / x.sum(axis=axis, keepdims=True)


def attention(Q, K, V, mask=None):
    bias = 0 if mask is None else mask
    weights = softmax(Q @ K.T / np.sqrt(K.shape[-1]) + bias, -1)
    return Attended(weights=weights, output=weights @ V)
