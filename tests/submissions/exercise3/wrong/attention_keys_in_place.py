# part: attention_weights
# status: failed
# misconception: none
# points: 4.67
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    K /= np.sqrt(K.shape[1])
    s = Q @ K.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
