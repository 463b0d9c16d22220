import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    with np.errstate(divide="ignore"):
        return np.log(np.asmatrix(np.tri(n)))


def masked_positions(n):
    return np.asmatrix(np.argwhere(causal_mask(n) < 0)) if n != 1 else np.zeros((0, 2))


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    scores = np.asmatrix(Q) * K.T / np.sqrt(Q.shape[1])
    powers = np.exp(scores + causal_mask(len(Q)) - np.max(scores + causal_mask(len(Q)), 1))
    return powers / powers.sum(1)
