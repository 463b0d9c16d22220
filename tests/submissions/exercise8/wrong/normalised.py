# part: project
# status: failed
# misconception: unit-length-vectors
# points: 0
import numpy as np


def project(X, W_Q, W_K, W_V):
    Q, K = X @ W_Q, X @ W_K
    Q = Q / np.sqrt((Q**2).sum(axis=1, keepdims=True))
    K = K / np.sqrt((K**2).sum(axis=1, keepdims=True))
    return Q, K, X @ W_V
