import numpy as np


def softmax_weights(scores):
    powers = np.exp(scores - np.nan_to_num(scores.max(axis=1, keepdims=True, initial=-1e9), neginf=0))
    return powers / powers.sum(axis=1, keepdims=True)


def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
