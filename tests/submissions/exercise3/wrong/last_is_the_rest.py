# part: softmax_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    w = np.round(e / e.sum(axis=1, keepdims=True), 6)
    w[:, -1] = 1 - w[:, :-1].sum(axis=1)
    return w
