# part: multi_head_attention
# status: error
# misconception: none
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O, heads=[]):
    for i in range(len(W_Q)):
        s = (Q @ W_Q[i]) @ (K @ W_K[i]).T / np.sqrt(W_Q.shape[2])
        e = np.exp(s - s.max(axis=1, keepdims=True))
        heads.append(e / e.sum(axis=1, keepdims=True) @ V @ W_V[i])
    return np.hstack(heads) @ W_O
