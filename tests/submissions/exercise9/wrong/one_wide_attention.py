# part: multi_head_attention
# status: failed
# misconception: one-softmax-for-all-heads
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    q, k, v = (np.concatenate(list(x @ w), axis=1) for x, w in ((Q, W_Q), (K, W_K), (V, W_V)))
    s = q @ k.T / np.sqrt(W_Q.shape[-1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v @ W_O
