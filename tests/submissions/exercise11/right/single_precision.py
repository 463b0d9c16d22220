import numpy as np


def single(*arrays):
    return [a.astype(np.float32) for a in arrays]


def static_similarity(E):
    (E,) = single(E)
    E = E / np.sqrt((E**2).sum(axis=1, keepdims=True))
    return E @ E.T


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    X, W_Q, W_K, W_V, W_K2 = single(X, W_Q, W_K, W_V, W_K2)
    scores = (X @ W_Q) @ (X @ W_K).T / np.float32(np.sqrt(W_Q.shape[1]))
    scores -= scores.max(axis=1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return (X + weights @ (X @ W_V)) @ W_K2


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    first = contextual_keys(X_a, W_Q, W_K, W_V, W_K2)[i]
    second = contextual_keys(X_b, W_Q, W_K, W_V, W_K2)[j]
    return np.sqrt(((first - second) ** 2).sum())
