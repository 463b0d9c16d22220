# part: sample_dot_products
# status: failed
# misconception: one-vector-reused
# points: 0
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    q = np.ones((n, 1)) * rng.standard_normal(d_k)
    return np.einsum('ij,ij->i', q, rng.standard_normal((n, d_k)))
