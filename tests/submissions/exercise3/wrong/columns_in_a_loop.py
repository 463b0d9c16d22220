# part: softmax_weights
# status: failed
# misconception: softmax-over-columns
# points: 0
import numpy as np


def softmax_weights(scores):
    out = np.zeros(scores.shape)
    for j in range(scores.shape[1]):
        e = np.exp(scores[:, j])
        out[:, j] = e / e.sum()
    return out
