# parts: sample_dot_products scale_factor dot_product_variance
"""float32 throughout."""
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    q = rng.standard_normal((n, d_k), dtype=np.float32)
    k = rng.standard_normal((n, d_k), dtype="f")
    return np.sum(q * k, axis=1, dtype=np.float32)


def dot_product_variance(d_k, var_q=1.0, var_k=1.0, mean_q=0.0, mean_k=0.0):
    if d_k < 1 or d_k != int(d_k) or var_q < 0 or var_k < 0:
        raise ValueError
    q2, k2, qq, kk = np.array([var_q + mean_q**2, var_k + mean_k**2, mean_q**2, mean_k**2], dtype=np.float32)
    return np.float32(d_k) * (q2 * k2 - qq * kk)


def scale_factor(d_k):
    if d_k < 1 or d_k != int(d_k):
        raise ValueError
    return np.float32(1) / np.sqrt(np.float32(d_k))
