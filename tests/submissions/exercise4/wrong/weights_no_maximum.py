# part: causal_attention_weights
# status: failed
# misconception: no-max-subtraction
# points: 3.6
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    n = len(Q)
    s = s + np.triu(np.full((n, n), -np.inf), 1)
    return np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)
