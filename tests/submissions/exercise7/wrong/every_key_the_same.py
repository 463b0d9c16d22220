# part: attention
# status: failed
# misconception: plain-average
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    w = np.ones((Q.shape[0], K.shape[0]))
    if mask is not None:
        w = w * np.isfinite(mask)
    w = w / w.sum(axis=1, keepdims=True)
    return w @ V, w
