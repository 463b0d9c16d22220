# part: softmax_weights
# status: failed
# misconception: no-max-subtraction
# points: 4.58
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    e = np.exp(scores)
    return e / e.sum(axis=1, keepdims=True)
