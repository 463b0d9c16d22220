# parts: split_heads merge_heads
import numpy as np


def split_heads(X, num_heads):
    tokens, d_model = X.shape
    if num_heads < 1 or num_heads - int(num_heads) or d_model % num_heads:
        raise ValueError
    h, t, c = np.ogrid[:num_heads, :tokens, : d_model // num_heads]
    return X[t, h * (d_model // num_heads) + c]


def merge_heads(heads):
    count, tokens, d_k = heads.shape
    return np.fromfunction(lambda t, c: heads[c // d_k, t, c % d_k], (tokens, count * d_k), dtype=int)
