# part: softmax_weights
# status: failed
# misconception: global-max-underflow
# points: 4.79
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    e = np.exp(scores - scores.max())
    return e / e.sum(axis=1, keepdims=True)
