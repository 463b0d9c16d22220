# part: multi_head_attention
# status: failed
# misconception: projection-shared-by-heads
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(W_Q.shape[0]):
        q, k, v = Q @ W_Q[i], K @ W_K[0], V @ W_V[i]
        s = q @ k.T / np.sqrt(k.shape[1])
        e = np.exp(s - s.max(axis=1, keepdims=True))
        heads.append(e / e.sum(axis=1, keepdims=True) @ v)
    return np.hstack(heads) @ W_O
