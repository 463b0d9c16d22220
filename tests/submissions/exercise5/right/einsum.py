# parts: split_heads merge_heads
import numpy as np


def split_heads(X, num_heads):
    if not isinstance(num_heads, (int, np.integer)) or num_heads < 1 or X.shape[1] % num_heads:
        raise ValueError
    return np.einsum("thd->htd", X.reshape(len(X), num_heads, -1))


def merge_heads(heads):
    return np.einsum("htd->thd", heads).reshape(heads.shape[1], heads.shape[0] * heads.shape[2])
