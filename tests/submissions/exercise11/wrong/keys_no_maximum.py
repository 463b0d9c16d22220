# part: contextual_keys
# status: failed
# misconception: no-max-subtraction
# points: 3.54
import numpy as np


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    P = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return (X + P / P.sum(axis=1, keepdims=True) @ V) @ W_K2
