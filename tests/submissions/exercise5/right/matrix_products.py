# parts: split_heads merge_heads
"""Each head is X times a slice of the identity."""
import numpy as np


def split_heads(X, num_heads):
    width = X.shape[1]
    if num_heads < 1 or num_heads != int(num_heads) or width % num_heads:
        raise ValueError
    selectors = np.eye(width).reshape(num_heads, width // num_heads, width)
    return X @ selectors.transpose(0, 2, 1)


def merge_heads(heads):
    count, _, d_k = heads.shape
    return sum(head @ np.eye(count * d_k)[h * d_k : (h + 1) * d_k] for h, head in enumerate(heads))
