# parts: static_similarity contextual_keys
import numpy as np


def static_similarity(E):
    E = np.matrix(E)
    D = np.matrix(np.diag(1 / np.sqrt(np.diag(E * E.T))))
    return D * E * E.T * D


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    X, W_Q, W_K, W_V, W_K2 = map(np.matrix, (X, W_Q, W_K, W_V, W_K2))
    S = X * W_Q * W_K.T * X.T / W_Q.shape[1] ** 0.5
    P = np.exp(S - S.max(axis=1))
    return (X + P / P.sum(axis=1) * X * W_V) * W_K2
