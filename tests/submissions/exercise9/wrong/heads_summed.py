# part: multi_head_attention
# status: failed
# misconception: heads-summed
# points: 0
import numpy as np


def attend(q, k, v):
    s = q @ k.T / np.sqrt(q.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    d_k = W_Q.shape[2]
    total = sum(attend(Q @ W_Q[i], K @ W_K[i], V @ W_V[i]) for i in range(len(W_Q)))
    return total @ W_O[:d_k]
