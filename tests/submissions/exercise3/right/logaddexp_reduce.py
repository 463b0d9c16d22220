import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    return np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))


def attention_weights(Q, K):
    return softmax_weights(Q.dot(K.T) / np.sqrt(Q.shape[1]))
