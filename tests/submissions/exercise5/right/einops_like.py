"""Fortran order, columns first, and back."""
import numpy as np


def head_dimension(d_model, num_heads):
    match (d_model, num_heads):
        case (int(), int()) if d_model > 0 and num_heads > 0 and d_model % num_heads == 0:
            return round(d_model / num_heads)
    raise ValueError((d_model, num_heads))


def split_heads(X, num_heads):
    d_k = head_dimension(X.shape[1], num_heads)
    return np.reshape(X.T, (num_heads, d_k, X.shape[0])).transpose(0, 2, 1)


def merge_heads(heads):
    h, t, d = heads.shape
    return heads.transpose(0, 2, 1).reshape(h * d, t).T


def projection_parameters(d_model, num_heads):
    d_k = head_dimension(d_model, num_heads)
    return sum(d_model * d_k for _ in range(3 * num_heads))
