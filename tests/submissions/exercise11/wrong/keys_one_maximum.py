# part: contextual_keys
# status: failed
# misconception: global-max-underflow
# points: 3.54
import numpy as np


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.T / np.sqrt(K.shape[1])
    P = np.exp(S - S.max())
    return (X + P / P.sum(axis=1, keepdims=True) @ V) @ W_K2
