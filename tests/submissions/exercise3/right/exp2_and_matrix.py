import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0:
        raise ValueError
    scores = np.asmatrix(scores) * 1.0
    if (scores.max(1) == -np.inf).any():
        raise ValueError
    powers = np.exp2((scores - scores.max(1)) * np.log2(np.e))
    return powers / powers.sum(1)


def attention_weights(Q, K, softmax=softmax_weights):
    return softmax(Q @ K.T / np.sqrt(Q.shape[1]))
