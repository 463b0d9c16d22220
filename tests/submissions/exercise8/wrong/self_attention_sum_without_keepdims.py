# part: self_attention
# status: failed
# misconception: keepdims-forgotten
# points: 0
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1) @ V
