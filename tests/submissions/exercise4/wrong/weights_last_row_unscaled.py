# part: causal_attention_weights
# status: failed
# misconception: none
# points: 0
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    n = len(Q)
    s = s + np.triu(np.full((n, n), -np.inf), 1)
    s[-1] *= np.sqrt(Q.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
