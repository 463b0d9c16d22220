# part: self_attention
# status: failed
# misconception: no-max-subtraction
# points: 3.73
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    w = np.exp(Q @ K.T / np.sqrt(Q.shape[1]))
    return np.nan_to_num(w / w.sum(axis=1, keepdims=True)) @ V
