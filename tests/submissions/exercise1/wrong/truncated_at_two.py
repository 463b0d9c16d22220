# part: sample_dot_products
# status: failed
# misconception: none
# points: 0
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    q, k = rng.standard_normal((2, n, d_k))
    return (np.clip(q, -2, 2) * np.clip(k, -2, 2)).sum(1)
