import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    if not len(W_Q):
        return np.zeros((len(Q), W_O.shape[1]))
    d_k = W_Q.shape[2]
    rest = multi_head_attention(Q, K, V, W_Q[1:], W_K[1:], W_V[1:], W_O[d_k:])
    scores = Q @ W_Q[0] @ (K @ W_K[0]).T / np.sqrt(d_k)
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return rest + powers / powers.sum(1, keepdims=True) @ V @ W_V[0] @ W_O[:d_k]
