# part: softmax_weights
# status: failed
# misconception: none
# points: 4.89
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    w = scores.copy()
    for i, row in enumerate(w):
        e = np.exp(row - row.max())
        w[i] = e / e.sum()
    return w
