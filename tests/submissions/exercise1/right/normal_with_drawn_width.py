# parts: sample_dot_products
import numpy as np


def sample_dot_products(d_k, n, rng):
    if not (d_k >= 1 and n >= 1 and float(d_k).is_integer()):
        raise ValueError
    q = rng.normal(0, 1, (n, d_k))
    return rng.normal(0, np.linalg.norm(q, axis=1))
