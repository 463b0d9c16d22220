# part: self_attention
# status: failed
# misconception: causal-mask-added
# points: 0
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    s = Q @ K.T / np.sqrt(Q.shape[1]) + np.triu(np.full((len(X), len(X)), -np.inf), 1)
    w = np.exp(s - s.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    return w @ V
