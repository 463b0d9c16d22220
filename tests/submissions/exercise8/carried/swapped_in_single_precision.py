# part: self_attention
# points: all
# uses: project
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def project(X, W_Q, W_K, W_V):
    return tuple((X @ W).astype(np.float32) for W in (W_K, W_Q, W_V))


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = project(X, W_Q, W_K, W_V)
    return softmax(Q @ K.T / np.sqrt(Q.shape[1])) @ V
