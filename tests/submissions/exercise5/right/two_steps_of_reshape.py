# parts: split_heads merge_heads
import numpy as np


def split_heads(X, heads):
    if heads < 1 or heads != int(heads) or X.shape[-1] % heads:
        raise ValueError
    X = np.array(X, order="F")
    return np.rollaxis(X.reshape((X.shape[0], X.shape[1] // heads, heads), order="F"), 2)


def merge_heads(heads):
    return np.reshape(np.asfortranarray(heads.transpose(1, 2, 0)), (heads.shape[1], -1), order="F")
