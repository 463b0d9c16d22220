# part: softmax_weights
# status: failed
# misconception: none
# points: 4.38
import numpy as np


def softmax_weights(scores):
    with np.errstate(all='ignore'):
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1, keepdims=True)
    return np.where(np.isnan(w), 1 / scores.shape[1], w)
