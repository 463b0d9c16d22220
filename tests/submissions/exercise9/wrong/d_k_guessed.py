# part: multi_head_attention
# status: failed
# misconception: d_k-from-d_model
# points: 0
import numpy as np


def attend(q, k, v, d):
    s = q @ k.T / np.sqrt(d)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    d_k = Q.shape[1] / len(W_Q)
    heads = [attend(Q @ a, K @ b, V @ c, d_k) for a, b, c in zip(W_Q, W_K, W_V)]
    return np.concatenate(heads, axis=1) @ W_O
