# part: contextual_keys
# status: failed
# misconception: plain-average
# points: 0
import numpy as np


def softmax(x, axis=1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)



def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    return (X + (X @ W_V).mean(axis=0)) @ W_K2
