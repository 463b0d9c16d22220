# part: self_attention
# status: failed
# misconception: not-projected
# points: 0
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    s = X @ X.T / np.sqrt(X.shape[1])
    w = np.exp(s - s.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    return w @ (X @ W_V)
