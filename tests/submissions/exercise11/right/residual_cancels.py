# parts: key_shift
"""The word is the same in both sentences, so what it brings along drops out of the difference."""
import numpy as np


def blend(X, at, W_Q, W_K, W_V):
    scores = (X[at] @ W_Q) @ (X @ W_K).T / np.sqrt(W_Q.shape[1])
    weights = np.exp(scores - max(scores))
    return (weights / sum(weights)) @ X @ W_V


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    moved = blend(X_a, i, W_Q, W_K, W_V) - blend(X_b, j, W_Q, W_K, W_V)
    return np.linalg.norm(moved @ W_K2)
