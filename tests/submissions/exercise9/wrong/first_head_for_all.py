# part: multi_head_attention
# status: failed
# misconception: same-head-repeated
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    s = (Q @ W_Q[0]) @ (K @ W_K[0]).T / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    head = e / e.sum(axis=1, keepdims=True) @ (V @ W_V[0])
    return np.tile(head, len(W_Q)) @ W_O
