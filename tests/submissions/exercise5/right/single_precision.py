# parts: split_heads merge_heads
import numpy as np


def split_heads(X, num_heads):
    if num_heads < 1 or int(num_heads) != num_heads or X.shape[1] % num_heads:
        raise ValueError
    d_k = X.shape[1] // num_heads
    result = np.empty((num_heads, len(X), d_k), dtype=np.float32)
    for head in range(num_heads):
        result[head] = X[:, head * d_k :][:, :d_k]
    return result


def merge_heads(heads):
    return np.concatenate(heads.astype("f4"), axis=-1)
