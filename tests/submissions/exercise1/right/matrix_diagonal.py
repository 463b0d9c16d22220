# parts: sample_dot_products
"""Blocks of queries against blocks of keys, of which only the diagonal is kept."""
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    pieces = []
    for start in range(0, n, 64):
        size = min(64, n - start)
        pieces.append(np.diag(rng.standard_normal((size, d_k)) @ rng.standard_normal((d_k, size))))
    draws = np.concatenate(pieces)
    draws.setflags(write=False)
    return draws[::-1]
