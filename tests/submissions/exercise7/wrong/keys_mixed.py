# part: attention
# status: failed
# misconception: keys-used-as-values
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(Q.shape[1])
    if mask is not None:
        s = s + mask
    e = np.exp(s - s.max(axis=1)[:, None])
    w = e / e.sum(axis=1)[:, None]
    return w.dot(K), w
