# part: sample_dot_products
# status: failed
# misconception: sum-of-normals
# points: 0
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    return rng.normal(0, (2 * d_k) ** 0.5, n)
