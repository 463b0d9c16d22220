# part: contextual_keys
# status: failed
# misconception: layer-applied-twice
# points: 0
import numpy as np


def softmax(x, axis=1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)



def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    for _ in range(2):
        X = X + softmax(X @ W_Q @ W_K.T @ X.T / np.sqrt(W_Q.shape[1])) @ X @ W_V
    return X @ W_K2
