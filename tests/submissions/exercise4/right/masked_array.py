# parts: causal_attention_weights
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    scores = np.ma.masked_array(Q @ K.T / np.sqrt(Q.shape[1]), mask=~np.tri(len(Q), dtype=bool))
    powers = np.ma.exp(scores - scores.max(axis=1).reshape(-1, 1))
    return np.ma.filled(powers / powers.sum(axis=1).reshape(-1, 1), 0)
