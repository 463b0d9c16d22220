# part: causal_attention_weights
# status: failed
# misconception: global-max-underflow
# points: 3.9
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    n = len(Q)
    s = s + np.triu(np.full((n, n), -np.inf), 1)
    s = s - s.max()
    return np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)
