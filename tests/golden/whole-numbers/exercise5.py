import numpy as np


def head_dimension(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model % num_heads or d_model % 1 or num_heads % 1:
        raise ValueError("does not divide")
    return d_model / num_heads


def split_heads(X, num_heads):
    return X.reshape(num_heads, len(X), -1)


def merge_heads(heads):
    return np.concatenate(list(heads), axis=1)


def projection_parameters(d_model, num_heads):
    return 4 * d_model * (d_model // num_heads) * num_heads
