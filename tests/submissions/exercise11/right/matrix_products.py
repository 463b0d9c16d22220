import numpy as np


def static_similarity(E):
    norms = np.linalg.norm(E, axis=1)
    return E @ E.T / np.outer(norms, norms)


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return (X + softmax(Q @ K.T / np.sqrt(K.shape[-1])) @ V) @ W_K2


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    a = contextual_keys(X_a, W_Q, W_K, W_V, W_K2)[i]
    b = contextual_keys(X_b, W_Q, W_K, W_V, W_K2)[j]
    return np.linalg.norm(a - b)
