# part: softmax_weights
# status: failed
# misconception: sigmoid
# points: 0
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    return 1 / (1 + np.exp(-scores))
