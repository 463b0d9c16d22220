# part: softmax_weights
# status: failed
# misconception: none
# points: 4.68
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    s = np.where(np.isneginf(scores), -1e4, scores)
    e = np.exp(s - s.mean(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
