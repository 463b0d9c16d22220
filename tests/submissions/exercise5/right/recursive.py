import functools

import numpy as np


@functools.lru_cache(maxsize=None)
def head_dimension(d_model, num_heads):
    if num_heads < 1 or d_model < 1 or d_model % 1 or num_heads % 1:
        raise ValueError
    if d_model < num_heads:
        raise ValueError("a remainder")
    if d_model > 9_000 * num_heads:
        return 9_000 + head_dimension(d_model - 9_000 * num_heads, num_heads)
    return d_model // num_heads if d_model % num_heads == 0 else head_dimension(0, 0)


def split_heads(X, num_heads):
    d_k = head_dimension(X.shape[1], num_heads)
    if num_heads == 1:
        return X[None]
    return np.concatenate([X[None, :, :d_k], split_heads(X[:, d_k:], num_heads - 1)])


def merge_heads(heads):
    first, *others = heads
    return np.column_stack([first, merge_heads(others)]) if others else first


def projection_parameters(d_model, num_heads):
    if num_heads == 1:
        return 3 * d_model * head_dimension(d_model, 1)
    head_dimension(d_model, num_heads)
    return projection_parameters(d_model, 1)
