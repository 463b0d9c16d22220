# part: attention_weights
# status: failed
# misconception: linear-normalisation
# points: 0
import numpy as np


def attention_weights(Q, K):
    e = Q @ K.T / np.sqrt(Q.shape[1])
    return e / e.sum(axis=1, keepdims=True)
