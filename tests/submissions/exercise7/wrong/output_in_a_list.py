# part: attention
# status: failed
# misconception: output-only
# points: 0
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    weights = softmax(scores if mask is None else scores + mask)
    return (weights @ V).tolist()
