# part: causal_attention_weights
# status: failed
# misconception: none
# points: 0
import numpy as np

known = {}


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    n = len(Q)
    known.setdefault('mask', np.triu(np.full((n, n), -np.inf), 1))
    s = s + known['mask'][:n, :n] if n <= len(known['mask']) else s
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
