# part: multi_head_attention
# status: failed
# misconception: concatenated-along-tokens
# points: 0
import numpy as np


def attend(q, k, v):
    s = q @ k.T / np.sqrt(q.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    return np.vstack([attend(Q @ a, K @ b, V @ c) for a, b, c in zip(W_Q, W_K, W_V)])
