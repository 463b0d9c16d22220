# part: causal_attention_weights
# status: failed
# misconception: mask-after-softmax
# points: 0
import numpy as np


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    n = len(Q)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return np.tril(e / e.sum(axis=1, keepdims=True))
