# part: attention
# status: failed
# misconception: plain-average
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(Q.shape[1])
    if mask is not None:
        s = s + mask
    e = np.exp(s - s.max(axis=1)[:, None])
    w = e / e.sum(axis=1)[:, None]
    return np.ones((len(Q), 1)) * V.mean(axis=0), w
