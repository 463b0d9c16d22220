import numpy as np


def head_dimension(d_model, num_heads):
    if not (d_model >= 1 and num_heads >= 1) or d_model != int(d_model) or num_heads != int(num_heads):
        raise ValueError
    d_k, rest = divmod(d_model, num_heads)
    if rest:
        raise ValueError
    return np.int32(d_k)


def split_heads(X, num_heads):
    d_k = head_dimension(X.shape[1], num_heads)
    return X.reshape(-1, num_heads, d_k).swapaxes(0, 1)


def merge_heads(heads):
    return np.moveaxis(heads, 0, 1).reshape(heads.shape[1], -1)


def projection_parameters(d_model, num_heads):
    head_dimension(d_model, num_heads)
    return np.prod([3, d_model, d_model], dtype=np.int64)
