# part: attention_weights
# points: all
# uses: softmax_weights
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    scores -= scores.max(axis=0, keepdims=True)
    powers = np.exp(scores)
    return powers / powers.sum()


def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
