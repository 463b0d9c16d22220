# part: key_shift
# points: none
# uses: none
import numpy as np


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    scores = (X @ W_Q) @ (X @ W_K).T
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return (X + weights @ X @ W_V) @ W_K2


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    first = contextual_keys(X_a, W_Q, W_K, W_V, W_K2)[i]
    second = contextual_keys(X_b, W_Q, W_K, W_V, W_K2)[j]
    return np.sum((first - second) ** 2)
