# part: self_attention
# status: failed
# misconception: none
# points: 3.2
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    W_Q /= np.sqrt(W_Q.shape[1])
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    s = Q @ K.T
    w = np.exp(s - s.max(axis=1, keepdims=True))
    return w / w.sum(axis=1, keepdims=True) @ V
