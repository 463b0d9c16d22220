# part: attention_weights
# status: failed
# misconception: no-max-subtraction
# points: 4.64
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    return np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)
