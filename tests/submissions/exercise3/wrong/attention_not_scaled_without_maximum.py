# part: attention_weights
# status: failed
# misconception: not-scaled
# points: 0
import numpy as np


def attention_weights(Q, K):
    e = np.exp(Q @ K.T)
    return e / e.sum(axis=1, keepdims=True)
