# part: causal_attention_weights
# status: failed
# misconception: none
# points: 3.36
import numpy as np


def causal_attention_weights(Q, K):
    n = min(len(Q), len(K))
    s = Q[:n] @ K[:n].T / np.sqrt(Q.shape[1])
    s = s + np.triu(np.full((n, n), -np.inf), 1)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
