# part: self_attention
# status: failed
# misconception: softmax-over-everything
# points: 0
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    s = Q @ K.T / np.sqrt(Q.shape[1])
    w = np.exp(s - np.max(s))
    w /= np.sum(w)
    return w @ V
