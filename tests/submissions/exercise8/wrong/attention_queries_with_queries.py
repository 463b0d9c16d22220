# part: self_attention
# status: failed
# misconception: one-projection-for-all
# points: 0
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, V = X @ W_Q, X @ W_V
    s = Q @ Q.T / np.sqrt(Q.shape[1])
    w = np.exp(s - s.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    return w @ V
