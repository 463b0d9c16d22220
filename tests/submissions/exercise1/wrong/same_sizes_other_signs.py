# part: sample_dot_products
# status: failed
# misconception: none
# points: 0
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    size = np.abs((rng.standard_normal(((n + 1) // 2, d_k)) * rng.standard_normal(((n + 1) // 2, d_k))).sum(1))
    return (np.tile(size, 2) * rng.choice([-1, 1], 2 * len(size)))[:n]
