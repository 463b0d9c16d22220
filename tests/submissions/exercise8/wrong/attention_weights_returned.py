# part: self_attention
# status: failed
# misconception: weights-only
# points: 0
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K = X @ W_Q, X @ W_K
    s = Q @ K.T / np.sqrt(Q.shape[1])
    w = np.exp(s - s.max(axis=1, keepdims=True))
    return w / w.sum(axis=1, keepdims=True)
