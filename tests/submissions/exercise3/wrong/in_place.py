# part: softmax_weights
# status: failed
# misconception: none
# points: 4.88
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    s = scores
    s -= s.max(axis=1, keepdims=True)
    e = np.exp(s)
    return e / e.sum(axis=1, keepdims=True)
