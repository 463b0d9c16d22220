# part: contextual_keys
# status: failed
# misconception: causal-mask-applied
# points: 0
import numpy as np


def softmax(x, axis=1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)



def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.T / np.sqrt(K.shape[1])
    S[np.triu_indices(len(X), 1)] = -np.inf
    return (X + softmax(S) @ V) @ W_K2
