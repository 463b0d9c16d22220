# part: self_attention
# points: all
# uses: project and soft_lookup
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)

def project(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_Q, X @ W_V


def soft_lookup(query, keys, values):
    return softmax(keys @ query / len(query)) @ values


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = project(X, W_Q, W_K, W_V)
    return np.stack([soft_lookup(q, K, V) for q in Q])
