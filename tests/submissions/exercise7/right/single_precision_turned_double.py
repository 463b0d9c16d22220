import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def attention(Q, K, V, mask=None):
    # np.sqrt of an int is a double, so from here on nothing is single any more.
    Q, K, V = (one.astype(np.float32) for one in (Q, K, V))
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    weights = softmax(scores if mask is None else scores + mask)
    return weights @ V, weights
