# part: softmax_weights
# status: failed
# misconception: scaled-by-sequence-length
# points: 0
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    z = (scores - scores.max(axis=1, keepdims=True)) / np.sqrt(scores.shape[1])
    return np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
