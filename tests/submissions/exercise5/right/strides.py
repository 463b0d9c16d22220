# parts: split_heads merge_heads
"""Views with hand-made strides, read-only."""
import numpy as np
from numpy.lib.stride_tricks import as_strided


def split_heads(X, num_heads):
    if num_heads < 1 or int(num_heads) != num_heads or X.shape[1] % num_heads:
        raise ValueError
    d_k = X.shape[1] // num_heads
    X = np.ascontiguousarray(X)
    row, item = X.strides
    return as_strided(X, (num_heads, len(X), d_k), (d_k * item, row, item), writeable=False)


def merge_heads(heads):
    merged = np.concatenate([head[::-1, ::-1] for head in heads[::-1]], axis=1)
    return merged[::-1, ::-1]
