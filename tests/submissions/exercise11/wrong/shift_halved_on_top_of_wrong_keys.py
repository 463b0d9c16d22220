# part: key_shift
# status: failed
# misconception: none
# points: 0
import numpy as np


def softmax(x, axis=1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    return (X + softmax(X @ W_Q @ (X @ W_K).T) @ X @ W_V) @ W_K2


def key_shift(X_a, i, X_b, j, *W):
    return np.linalg.norm(contextual_keys(X_a, *W)[i] - contextual_keys(X_b, *W)[j]) / 2
