"""Works with a column for each token, as some books do, and turns the result back."""
import numpy as np


def project(X, W_Q, W_K, W_V):
    columns = np.transpose(X)
    return tuple(np.transpose(np.transpose(W) @ columns) for W in (W_Q, W_K, W_V))


def soft_lookup(query, keys, values):
    q = query.reshape(-1, 1)
    scores = keys @ q / np.sqrt(q.shape[0])
    scores = scores - scores.max()
    weights = np.exp(scores) / np.exp(scores).sum()
    return (values.T @ weights).squeeze(axis=1)


def self_attention(X, W_Q, W_K, W_V):
    q, k, v = (np.transpose(one) for one in project(X, W_Q, W_K, W_V))
    scores = k.T @ q / np.sqrt(len(q))
    weights = np.exp(scores - scores.max(axis=0))
    weights = weights / weights.sum(axis=0)
    return (v @ weights).T
