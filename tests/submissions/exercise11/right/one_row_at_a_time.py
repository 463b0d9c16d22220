# parts: contextual_keys key_shift
import numpy as np


def key(at, X, W_Q, W_K, W_V, W_K2):
    query = X[at] @ W_Q
    best, total, blend = -np.inf, 0.0, np.zeros(X.shape[1])
    # one pass over the sentence: what was collected shrinks when a better key turns up
    for token in X:
        score = query @ (token @ W_K) / len(query) ** 0.5
        new = max(best, score)
        shrink, weight = np.exp(best - new), np.exp(score - new)
        total = total * shrink + weight
        blend = blend * shrink + weight * (token @ W_V)
        best = new
    return (X[at] + blend / total) @ W_K2


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    return [key(at, X, W_Q, W_K, W_V, W_K2) for at in range(len(X))]


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    return np.linalg.norm(key(i, X_a, W_Q, W_K, W_V, W_K2) - key(j, X_b, W_Q, W_K, W_V, W_K2), ord=2)
