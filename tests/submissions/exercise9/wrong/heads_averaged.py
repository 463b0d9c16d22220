# part: multi_head_attention
# status: failed
# misconception: heads-averaged
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    h, _, d = W_Q.shape
    out = np.zeros((len(Q), W_O.shape[1]))
    for i in range(h):
        s = (Q @ W_Q[i]) @ (K @ W_K[i]).T / np.sqrt(d)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        out += e / e.sum(axis=1, keepdims=True) @ (V @ W_V[i]) @ W_O[i * d : (i + 1) * d]
    return out / h
