# part: softmax_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    z = scores - scores.max(axis=1, keepdims=True)
    e = (1 + z / 4096) ** 4096
    return e / e.sum(axis=1, keepdims=True)
