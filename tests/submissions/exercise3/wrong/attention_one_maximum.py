# part: attention_weights
# status: failed
# misconception: global-max-underflow
# points: 4.73
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    s -= s.max()
    return np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)
