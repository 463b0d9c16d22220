# part: softmax_weights
# status: failed
# misconception: log-softmax
# points: 0
import numpy as np


def softmax_weights(scores):
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
