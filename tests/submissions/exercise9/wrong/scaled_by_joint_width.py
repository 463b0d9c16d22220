# part: multi_head_attention
# status: failed
# misconception: scaled-by-joint-width
# points: 0
import numpy as np


def attend(q, k, v, d):
    s = q @ k.T / np.sqrt(d)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    heads = [attend(Q @ a, K @ b, V @ c, W_O.shape[0]) for a, b, c in zip(W_Q, W_K, W_V)]
    return np.concatenate(heads, axis=1) @ W_O
