import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    heads, d_model, d_k = W_Q.shape
    q = np.einsum("qm,hmd->hqd", Q, W_Q)
    k = np.einsum("km,hmd->hkd", K, W_K)
    v = np.einsum("km,hmd->hkd", V, W_V)
    scores = np.einsum("hqd,hkd->hqk", q, k) / np.sqrt(d_k)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return np.einsum("hqk,hkd,hdm->qm", weights, v, W_O.reshape(heads, d_k, d_model))
