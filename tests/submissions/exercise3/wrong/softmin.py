# part: softmax_weights
# status: failed
# misconception: softmin
# points: 0
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    z = scores.min(axis=1, keepdims=True) - scores
    return np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
