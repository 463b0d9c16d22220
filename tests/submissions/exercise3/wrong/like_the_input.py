# part: softmax_weights
# status: failed
# misconception: none
# points: 4.89
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    w = np.zeros_like(scores)
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    w[:] = e / e.sum(axis=1, keepdims=True)
    return w
