# parts: causal_attention_weights
import numpy as np


def causal_attention_weights(Q, K):
    n, m = len(Q), len(K)
    if n != m:
        raise ValueError(f"{n} != {m}")
    scores = Q @ K.T / Q.shape[1] ** 0.5 + np.triu(np.ones((n, n)), 1) * -1e9
    powers = np.exp(scores - np.max(scores, axis=1)[:, None])
    return powers / np.sum(powers, axis=1)[:, None]
