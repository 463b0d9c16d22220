"""As libraries write it: a floor for lengths, a floor for sums, no NaN let through."""
import numpy as np


def static_similarity(E, eps=1e-12):
    return np.nan_to_num(E / np.maximum(np.linalg.norm(E, axis=-1, keepdims=True), eps)) @ np.nan_to_num(
        E / np.maximum(np.linalg.norm(E, axis=-1, keepdims=True), eps)
    ).T


def contextual_keys(X, W_Q, W_K, W_V, W_K2, mask=None, dropout=0.0):
    scores = np.matmul(np.matmul(X, W_Q), np.swapaxes(np.matmul(X, W_K), -1, -2)) / np.sqrt(W_Q.shape[-1])
    if mask is not None:
        scores = scores + mask
    scores = scores - np.nanmax(scores, axis=-1, keepdims=True)
    weights = np.exp(np.clip(scores, -745, 0))
    weights = weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-30)
    return np.matmul(X + np.matmul(weights, np.matmul(X, W_V)), W_K2)


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2, metric="euclidean"):
    keys = [contextual_keys(X, W_Q, W_K, W_V, W_K2)[at] for X, at in [(X_a, i), (X_b, j)]]
    return np.linalg.norm(np.diff(keys, axis=0))
