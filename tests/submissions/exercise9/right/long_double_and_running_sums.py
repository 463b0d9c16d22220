import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    Q, K, V, W_Q, W_K, W_V, W_O = (np.asarray(one, np.longdouble) for one in (Q, K, V, W_Q, W_K, W_V, W_O))
    heads, d_k = len(W_Q), W_Q.shape[2]
    q, k, v = np.matmul(Q, W_Q), np.matmul(K, W_K), np.matmul(V, W_V)
    top = np.full((heads, len(Q), 1), -np.inf, np.longdouble)
    total, mixed = np.zeros_like(top), np.zeros((heads, len(Q), d_k), np.longdouble)
    for j in range(len(K)):
        score = (q * k[:, j : j + 1]).sum(axis=2, keepdims=True) / np.sqrt(np.longdouble(d_k))
        higher = np.maximum(top, score)
        total = total * np.exp(top - higher) + np.exp(score - higher)
        mixed = mixed * np.exp(top - higher) + np.exp(score - higher) * v[:, j : j + 1]
        top = higher
    return np.concatenate(mixed / total, axis=1) @ W_O
