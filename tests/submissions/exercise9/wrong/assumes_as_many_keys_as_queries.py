# part: multi_head_attention
# status: error
# misconception: none
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    n, h, d = len(Q), len(W_Q), W_Q.shape[2]
    scores = np.zeros((h, n, n))
    for i in range(h):
        scores[i] = (Q @ W_Q[i]) @ (K @ W_K[i]).T / np.sqrt(d)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return np.hstack([w[i] @ V @ W_V[i] for i in range(h)]) @ W_O
