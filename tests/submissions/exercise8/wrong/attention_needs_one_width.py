# part: self_attention
# status: error
# misconception: none
# points: 0
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = np.concatenate([X] * 3, axis=1).reshape(len(X), 3, -1).swapaxes(0, 1) @ np.stack([W_Q, W_K, W_V])
    s = Q @ K.T / np.sqrt(Q.shape[1])
    w = np.exp(s - s.max(axis=1, keepdims=True))
    return w / w.sum(axis=1, keepdims=True) @ V
