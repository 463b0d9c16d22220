# part: attention_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    s = Q @ K.T / round(Q.shape[1] ** 0.5, 4)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
