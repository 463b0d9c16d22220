# part: softmax_weights
# status: failed
# misconception: hardmax
# points: 0
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    return np.eye(scores.shape[1])[scores.argmax(axis=1)]
