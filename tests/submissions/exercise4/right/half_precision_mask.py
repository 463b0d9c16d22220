# parts: causal_mask masked_positions
"""Zeros and infinities are exact in any precision; pairs in a set, in tuples of numpy integers."""
import numpy as np


def causal_mask(n):
    if isinstance(n, float) or n < 1:
        raise ValueError("a positive int")
    mask = np.full((n, n), -np.inf, dtype=np.float16, order="F")
    mask[np.tril_indices(n)] = -0.0
    mask.setflags(write=False)
    return mask


def masked_positions(n):
    rows, columns = np.nonzero(causal_mask(n))
    return set(zip(rows, columns))
