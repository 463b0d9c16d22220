# parts: static_similarity key_shift
import numpy as np


def static_similarity(E):
    units = E / np.hypot.reduce(E, axis=1, keepdims=True)
    sides = ((units[:, None, :] - units[None, :, :]) ** 2).sum(axis=2)
    return 1 - sides / 2


def hidden(X, W_Q, W_K, W_V):
    scores = X @ (W_Q @ W_K.T) @ X.T / np.sqrt(W_K.shape[1])
    above = scores[:, :, None] - scores[:, None, :]
    # weight of key j: 1 over the sum of e^(score k - score j)
    weights = 1 / np.exp(np.minimum(-above, 700)).sum(axis=2)
    return X + weights @ (X @ W_V)


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    first, second = hidden(X_a, W_Q, W_K, W_V)[i] @ W_K2, hidden(X_b, W_Q, W_K, W_V)[j] @ W_K2
    return np.sqrt(max(first @ first - 2 * first @ second + second @ second, 0.0))
