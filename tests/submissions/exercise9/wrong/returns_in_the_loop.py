# part: multi_head_attention
# status: failed
# misconception: one-head-only
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    output, d = 0, W_Q.shape[2]
    for i in range(len(W_Q)):
        s = (Q @ W_Q[i]) @ (K @ W_K[i]).T / np.sqrt(d)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        output += e / e.sum(axis=1, keepdims=True) @ (V @ W_V[i]) @ W_O[i * d : (i + 1) * d]
        return output
