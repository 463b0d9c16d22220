# part: softmax_weights
# status: failed
# misconception: none
# points: 4.38
import numpy as np


def softmax_weights(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
