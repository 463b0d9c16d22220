# parts: sample_dot_products
"""Uses numpy's global functions, seeded from rng, and puts their state back."""
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    before = np.random.get_state()
    try:
        np.random.seed(int(rng.integers(0, 2**32)))
        return (np.random.randn(n, d_k) * np.random.randn(n, d_k)).sum(axis=1)
    finally:
        np.random.set_state(before)
