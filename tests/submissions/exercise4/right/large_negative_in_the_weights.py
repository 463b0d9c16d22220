# parts: causal_attention_weights
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    scores[np.triu_indices(len(Q), 1)] = -1e9
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
