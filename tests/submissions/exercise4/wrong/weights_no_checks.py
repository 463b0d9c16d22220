# part: causal_attention_weights
# status: failed
# misconception: none
# points: 3.36
import numpy as np


def causal_attention_weights(Q, K):
    s = Q @ K.T / np.sqrt(Q.shape[1])
    n = len(Q)
    n, m = s.shape
    s = np.where(np.arange(m) > np.arange(n)[:, None], -np.inf, s)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
