import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    d_k = W_Q.shape[2]
    result = 0
    for i in range(W_Q.shape[0]):
        # (A V W_V) W_O is A (V (W_V W_O)), and (Q W_Q)(K W_K)' is Q (W_Q W_K') K'.
        scores = Q @ (W_Q[i] @ W_K[i].T) @ K.T / d_k**0.5
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        result = result + powers / powers.sum(axis=1, keepdims=True) @ (V @ (W_V[i] @ W_O[i * d_k : (i + 1) * d_k]))
    return result
