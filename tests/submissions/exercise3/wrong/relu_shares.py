# part: softmax_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    s = np.maximum(scores, 0) + 1e-12
    return s / s.sum(axis=1, keepdims=True)
