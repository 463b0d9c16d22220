# part: softmax_weights
# status: failed
# misconception: none
# points: 4.79
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores[:, 0]).any():
        raise ValueError
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
