# part: multi_head_attention
# status: failed
# misconception: heads-in-reverse
# points: 0
import numpy as np


def attend(q, k, v):
    s = q @ k.T / np.sqrt(q.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    found = np.zeros((len(Q), 0))
    for i in range(len(W_Q)):
        found = np.hstack([attend(Q @ W_Q[i], K @ W_K[i], V @ W_V[i]), found])
    return found @ W_O
