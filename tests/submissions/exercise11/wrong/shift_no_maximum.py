# part: key_shift
# status: failed
# misconception: no-max-subtraction
# points: 2.74
import numpy as np


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    def h(X):
        P = np.exp(X @ W_Q @ (X @ W_K).T / np.sqrt(W_Q.shape[1]))
        return P / P.sum(axis=1, keepdims=True) @ (X @ W_V)
    return np.linalg.norm((h(X_a)[i] - h(X_b)[j]) @ W_K2)
