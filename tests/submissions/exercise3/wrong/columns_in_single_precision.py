# part: softmax_weights
# status: failed
# misconception: softmax-over-columns
# points: 0
import numpy as np


def softmax_weights(scores):
    s = scores.astype(np.float32)
    e = np.exp(s - s.max(axis=0, keepdims=True))
    return e / e.sum(axis=0, keepdims=True)
