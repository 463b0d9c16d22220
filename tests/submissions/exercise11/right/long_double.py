import numpy as np


def static_similarity(E):
    E = E.astype(np.longdouble)
    return np.clip(E.dot(E.T) / np.sqrt(np.outer((E * E).sum(1), (E * E).sum(1))), -1, 1)


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    wide = np.longdouble
    scores = np.dot(X.astype(wide) @ W_Q.astype(wide), (X.astype(wide) @ W_K.astype(wide)).T) / np.sqrt(wide(W_Q.shape[1]))
    powers = np.exp(scores - np.amax(scores, axis=1, keepdims=True))
    # projected one by one: the product distributes over the sum
    return X @ W_K2 + (powers / powers.sum(1, keepdims=True)) @ X @ W_V @ W_K2


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    first = contextual_keys(X_a, W_Q, W_K, W_V, W_K2)
    second = contextual_keys(X_b, W_Q, W_K, W_V, W_K2)
    return np.sqrt(np.sum(np.square(first[i] - second[j])))
