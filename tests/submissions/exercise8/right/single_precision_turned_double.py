import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def project(X, W_Q, W_K, W_V):
    X = X.astype(np.float32)
    return tuple((X @ W.astype(np.float32)).astype(float) for W in (W_Q, W_K, W_V))


def soft_lookup(query, keys, values):
    query, keys, values = (one.astype(np.float32) for one in (query, keys, values))
    return softmax(keys @ query / np.sqrt(query.size)) @ values


def self_attention(X, W_Q, W_K, W_V):
    X, W_Q, W_K, W_V = (one.astype(np.float32) for one in (X, W_Q, W_K, W_V))
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return softmax(Q @ K.T / np.sqrt(Q.shape[1])) @ V
