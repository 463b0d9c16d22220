# part: softmax_weights
# status: failed
# misconception: none
# points: 4.95
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    s = np.nan_to_num(scores, neginf=-1000)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
