# part: multi_head_attention
# status: failed
# misconception: one-softmax-for-all-heads
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    q, k, v = Q @ W_Q, K @ W_K, V @ W_V
    s = q @ k.transpose(0, 2, 1) / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=(0, 2), keepdims=True))
    w = e / e.sum(axis=(0, 2), keepdims=True)
    return np.concatenate(list(w @ v), axis=1) @ W_O
