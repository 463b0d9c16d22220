# part: multi_head_attention
# status: failed
# misconception: projections-forgotten
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    s = Q @ K.T / np.sqrt(Q.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1, keepdims=True)
    return np.hstack([w @ V @ w_v for w_v in W_V]) @ W_O
