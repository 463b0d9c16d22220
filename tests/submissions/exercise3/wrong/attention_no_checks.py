# part: attention_weights
# status: failed
# misconception: none
# points: 4.33
import numpy as np


def attention_weights(Q, K):
    s = Q @ K.T / np.sqrt(Q.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True, initial=-1e30))
    return e / e.sum(axis=1, keepdims=True)
