# part: self_attention
# points: all
# uses: soft_lookup
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def soft_lookup(query, keys, values):
    return softmax(query[np.newaxis] @ keys.T / np.sqrt(query.size)) @ values


def self_attention(X, W_Q, W_K, W_V):
    return np.array([soft_lookup(query, X @ W_K, X @ W_V) for query in X @ W_Q])
