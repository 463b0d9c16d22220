# part: attention_weights
# status: failed
# misconception: not-scaled
# points: 0
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    s = Q @ K.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1, keepdims=True) / np.sqrt(Q.shape[1])
    return w / w.sum(axis=1, keepdims=True)
