# part: multi_head_attention
# status: failed
# misconception: projections-reshaped
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    h, m, d = W_Q.shape
    q, k, v = ((x @ w.reshape(m, h * d)).reshape(len(x), h, d).transpose(1, 0, 2) for x, w in ((Q, W_Q), (K, W_K), (V, W_V)))
    s = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(Q), h * d) @ W_O
