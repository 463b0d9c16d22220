# part: key_shift
# points: all
# uses: contextual_keys
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    return (X + softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_Q.shape[1])) @ X @ W_V) @ W_K


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    first, second = (contextual_keys(X, W_Q, W_K, W_V, W_K2) for X in (X_a, X_b))
    return np.linalg.norm(first[i] - second[j])
