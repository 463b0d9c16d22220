# part: causal_attention_weights
# status: failed
# misconception: scaled-by-sequence-length
# points: 0
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    n = len(Q)
    s = (Q @ K.T + np.triu(np.full((n, n), -np.inf), 1)) / np.sqrt(n)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
