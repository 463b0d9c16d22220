# part: attention_weights
# status: failed
# misconception: cosine-similarity
# points: 0
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    s = (Q / np.linalg.norm(Q, axis=1)[:, None]) @ (K / np.linalg.norm(K, axis=1)[:, None]).T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
