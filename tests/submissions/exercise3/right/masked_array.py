import numpy as np


def softmax_weights(scores):
    if scores.shape[-1] == 0:
        raise ValueError("no keys")
    masked = np.ma.masked_invalid(scores)
    if masked.mask.all(axis=-1).any() if masked.mask is not np.ma.nomask else False:
        raise ValueError("nothing left")
    powers = np.ma.exp(masked - masked.max(axis=-1, keepdims=True))
    return (powers / powers.sum(axis=-1, keepdims=True)).filled(0.0)


def attention_weights(Q, K):
    return softmax_weights(np.inner(Q, K) / np.sqrt(Q.shape[1]))
