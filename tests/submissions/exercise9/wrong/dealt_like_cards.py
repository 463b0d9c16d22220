# part: multi_head_attention
# status: failed
# misconception: interleaved-heads
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    q, k, v = Q @ W_Q, K @ W_K, V @ W_V
    s = q @ k.transpose(0, 2, 1) / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    heads = e / e.sum(axis=-1, keepdims=True) @ v
    return heads.transpose(1, 2, 0).reshape(Q.shape[0], -1) @ W_O
