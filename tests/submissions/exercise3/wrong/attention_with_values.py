# part: attention_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ K
