# part: attention_weights
# status: failed
# misconception: scaled-by-twice-d_k
# points: 0
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    s = Q @ K.T / Q.shape[1] ** 1 / 2
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
