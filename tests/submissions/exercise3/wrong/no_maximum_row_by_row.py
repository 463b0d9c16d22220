# part: softmax_weights
# status: failed
# misconception: no-max-subtraction
# points: 3.7
import numpy as np


def softmax_weights(scores):
    out = np.zeros(scores.shape)
    for i in range(len(scores)):
        e = np.exp(scores[i])
        out[i] = e / np.sum(e)
    return out
