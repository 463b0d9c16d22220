import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    rows = []
    for token in Q:
        joined = []
        for w_q, w_k, w_v in zip(W_Q, W_K, W_V):
            scores = (K @ w_k) @ (token @ w_q) / np.sqrt(w_k.shape[1])
            shares = np.exp(scores - max(scores))
            joined.extend(shares / sum(shares) @ (V @ w_v))
        rows.append(tuple(float(x) for x in np.array(joined) @ W_O))
    return rows
