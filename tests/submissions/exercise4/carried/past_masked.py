# part: causal_attention_weights
# points: all
# uses: causal_mask
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    return np.where(np.tri(n).T, 0.0, -np.inf)


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    scores = Q @ K.T / np.sqrt(Q.shape[1]) + causal_mask(len(Q))
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
