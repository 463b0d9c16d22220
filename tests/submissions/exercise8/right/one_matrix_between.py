"""W_Q W_Kᵀ is one bilinear form, and the embeddings are blended before W_V is applied."""
import numpy as np


def project(X, W_Q, W_K, W_V):
    return [(W.T @ X.T).T for W in (W_Q, W_K, W_V)]


def soft_lookup(query, keys, values):
    score = (query * keys).sum(axis=1) / len(query) ** 0.5
    return np.average(values, axis=0, weights=np.exp(score - score.max()))


def self_attention(X, W_Q, W_K, W_V):
    form = W_Q @ W_K.T / np.sqrt(W_K.shape[1])
    scores = X @ form @ X.T
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return (weights @ X / weights.sum(axis=1, keepdims=True)) @ W_V
