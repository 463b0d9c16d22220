# part: multi_head_attention
# status: failed
# misconception: none
# points: 0
import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    def head(i):
        s = (Q @ W_Q[i]) @ (K @ W_K[i]).T / np.sqrt(W_Q.shape[2])
        e = np.exp(s - s.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True) @ V @ W_V[i]

    d = W_Q.shape[2]
    output = head(0) @ W_O[:d]
    return output if len(W_Q) == 1 else output + head(1) @ W_O[d : 2 * d]
