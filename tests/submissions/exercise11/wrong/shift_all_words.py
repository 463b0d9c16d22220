# part: key_shift
# status: error
# misconception: sentences-compared
# points: 0
import numpy as np


def softmax(x, axis=1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return (X + softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V) @ W_K2



def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    a = contextual_keys(X_a, W_Q, W_K, W_V, W_K2)
    b = contextual_keys(X_b, W_Q, W_K, W_V, W_K2)
    return np.linalg.norm(a - b)
