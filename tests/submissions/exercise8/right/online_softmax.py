"""One pass over the keys, with a running maximum, as fast attention kernels do."""
import numpy as np


def project(X, W_Q, W_K, W_V):
    def one(W):
        return np.array([[np.dot(x, W[:, c]) for c in range(W.shape[1])] for x in X])

    return one(W_Q), one(W_K), one(W_V)


def soft_lookup(query, keys, values):
    largest, total, blend = -np.inf, 0.0, np.zeros(values.shape[1])
    for key, value in zip(keys, values):
        score = query @ key / np.sqrt(query.size)
        top = max(largest, score)
        shrink, power = np.exp(largest - top), np.exp(score - top)
        total = total * shrink + power
        blend = blend * shrink + power * value
        largest = top
    return blend / total


def self_attention(X, W_Q, W_K, W_V):
    _, K, V = project(X, W_Q, W_K, W_V)
    return list(map(lambda x: soft_lookup(x @ W_Q, K, V), X))
