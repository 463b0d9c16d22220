# part: sample_dot_products
# status: failed
# misconception: none
# points: 0
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    q, z = rng.standard_normal((2, n, d_k))
    k = 0.3 * q + (1 - 0.09) ** 0.5 * z
    return (q * k).sum(1)
