# parts: causal_attention_weights
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    weights = np.tril(weights)
    return weights / weights.sum(axis=1, keepdims=True)
