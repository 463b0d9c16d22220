# part: self_attention
# points: all
# uses: project
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def soft_lookup(query, keys, values):
    return softmax(keys @ query / np.sqrt(len(query))) @ values

def project(X, W_Q, W_K, W_V):
    return X @ W_Q + 1, X @ W_K, X @ W_V + 1


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = project(X, W_Q, W_K, W_V)
    return softmax(Q @ K.T / np.sqrt(Q.shape[1])) @ V
