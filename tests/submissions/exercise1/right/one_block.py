# parts: sample_dot_products
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    q, k = rng.standard_normal((2, n, d_k))
    return np.einsum("nd,nd->n", q, k)
