# part: attention
# status: failed
# misconception: weights-transposed
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    s = K @ Q.T / np.sqrt(Q.shape[1])
    if mask is not None:
        s = s + mask.T
    e = np.exp(s - s.max(axis=0))
    w = e / e.sum(axis=0)
    return w.T @ V, w
