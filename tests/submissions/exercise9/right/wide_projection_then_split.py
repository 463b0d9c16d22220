import numpy as np


def wide(W):
    """(heads, d_model, d_k) to (d_model, heads*d_k), head after head."""
    return np.moveaxis(W, 0, 1).reshape(W.shape[1], -1)


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    heads, _, d_k = W_Q.shape
    q = (Q @ wide(W_Q)).reshape(len(Q), heads, d_k).transpose(1, 0, 2)
    k = (K @ wide(W_K)).reshape(len(K), heads, d_k).transpose(1, 2, 0)
    v = (V @ wide(W_V)).reshape(len(V), heads, d_k).transpose(1, 0, 2)
    scores = q @ k / np.sqrt(d_k)
    e = np.exp(scores - scores.max(axis=2)[..., None])
    found = e @ v / e.sum(axis=2)[..., None]
    return found.transpose(1, 0, 2).reshape(len(Q), heads * d_k) @ W_O
