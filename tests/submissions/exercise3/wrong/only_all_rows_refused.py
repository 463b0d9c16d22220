# part: softmax_weights
# status: failed
# misconception: none
# points: 4.62
import numpy as np


def softmax_weights(scores):
    if scores.size == 0 or np.isneginf(scores).all():
        raise ValueError
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
