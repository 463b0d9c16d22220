# parts: head_dimension projection_parameters
"""Zero-dimensional integer arrays, unsigned numbers."""
import numpy as np


def head_dimension(*sizes):
    d_model, num_heads = sizes
    if min(sizes) < 1 or any(size != np.floor(size) for size in sizes) or np.remainder(d_model, num_heads) != 0:
        raise ValueError(sizes)
    return np.array(np.floor_divide(d_model, num_heads))


def projection_parameters(d_model, num_heads):
    d_k = head_dimension(d_model, num_heads)
    return np.uint64(3) * np.uint64(d_model) * np.uint64(num_heads) * np.uint64(d_k)
