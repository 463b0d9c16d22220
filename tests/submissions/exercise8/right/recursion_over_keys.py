"""Halves the keys, answers for each half, and joins the two answers by their log sums."""
import numpy as np


def project(X, W_Q, W_K, W_V):
    Q, K, V = X.dot(W_Q), X.dot(W_K), X.dot(W_V)
    return (Q, K, V)


def answer(scores, values):
    if len(scores) == 1:
        return values[0].astype(float), float(scores[0])
    middle = len(scores) // 2
    left, left_log = answer(scores[:middle], values[:middle])
    right, right_log = answer(scores[middle:], values[middle:])
    both = np.logaddexp(left_log, right_log)
    return left * np.exp(left_log - both) + right * np.exp(right_log - both), both


def soft_lookup(query, keys, values):
    return answer(keys @ query / np.sqrt(len(query)), values)[0]


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = project(X, W_Q, W_K, W_V)
    out = np.empty((len(X), V.shape[1]))
    for i, q in enumerate(Q):
        out[i] = soft_lookup(q, K, V)
    return out
