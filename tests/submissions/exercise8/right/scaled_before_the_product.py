"""The root of d_k taken out of the queries, or half of it out of each: the same scores."""
import numpy as np


def project(X, W_Q, W_K, W_V):
    Q = np.tensordot(X, W_Q, axes=1)
    K = np.tensordot(X, W_K, axes=1)
    V = np.tensordot(X, W_V, axes=1)
    return Q, K, V


def soft_lookup(query, keys, values):
    query = query / np.sqrt(query.shape[0])
    scores = np.inner(keys, query)
    powers = np.exp(scores - scores.max())
    return powers @ values / np.sum(powers)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = project(X, W_Q, W_K, W_V)
    quarter = Q.shape[1] ** 0.25
    S = (Q / quarter) @ (K / quarter).T
    P = np.exp(S - np.max(S, axis=1).reshape(-1, 1))
    return P @ V / P.sum(axis=1).reshape(-1, 1)
