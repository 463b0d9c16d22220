# part: causal_attention_weights
# status: failed
# misconception: not-scaled
# points: 0
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    s = Q @ K.T
    n = len(Q)
    s = s + np.triu(np.full((n, n), -np.inf), 1)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
