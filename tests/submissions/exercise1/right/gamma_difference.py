# parts: sample_dot_products
"""q·k is (|q+k|² − |q−k|²)/4, so half the difference of two chi-squares: of two Gamma(d_k/2, 1)."""
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != round(d_k):
        raise ValueError("sizes")
    first, second = rng.standard_gamma(d_k / 2, size=(2, n))
    return np.subtract(first, second)
