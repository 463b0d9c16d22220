import numpy as np


def causal_mask(n):
    if n != round(n) or n < 1:
        raise ValueError
    return np.triu(np.full((n, n), -np.inf), 1)


def masked_positions(n):
    return np.argwhere(np.isneginf(causal_mask(n)))


def causal_attention_weights(Q, K):
    if Q.shape != K.shape:
        raise ValueError
    scores = np.einsum("id,jd->ij", Q, K) / np.sqrt(Q.shape[1]) + causal_mask(len(Q))
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    return weights / weights.sum(axis=-1, keepdims=True)
