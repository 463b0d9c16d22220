import numpy as np


def causal_mask(n):
    if n < 1:
        raise ValueError("no tokens")
    return np.tril(np.ones((n, n)))


def masked_positions(n):
    if n < 1:
        raise ValueError("no tokens")
    return [(i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1)]


def causal_attention_weights(Q, K):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.tril(powers / powers.sum(axis=1, keepdims=True))
