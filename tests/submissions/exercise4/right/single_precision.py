import numpy as np


def causal_mask(n):
    if not n >= 1 or n % 1:
        raise ValueError
    mask = np.zeros((n, n), dtype=np.float32)
    mask[np.arange(n)[:, None] < np.arange(n)] = np.float32("-inf")
    return mask


def masked_positions(n):
    if not n >= 1 or n % 1:
        raise ValueError
    return np.stack(np.triu_indices(n, 1), axis=1).astype(np.int16)


def causal_attention_weights(Q, K):
    if Q.shape[0] != K.shape[0]:
        raise ValueError
    scores = np.float32(Q) @ np.float32(K).T / np.sqrt(np.float32(Q.shape[1])) + causal_mask(len(Q))
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
