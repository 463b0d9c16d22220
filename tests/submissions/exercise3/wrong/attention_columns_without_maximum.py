# part: attention_weights
# status: failed
# misconception: softmax-over-columns
# points: 0
import numpy as np


def attention_weights(Q, K):
    s = Q @ K.T / np.sqrt(Q.shape[1])
    e = np.exp(s)
    return e / e.sum(axis=0)
