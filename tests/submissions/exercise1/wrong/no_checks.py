# part: sample_dot_products
# status: failed
# misconception: none
# points: 2.72
import numpy as np


def sample_dot_products(d_k, n, rng):
    return (rng.standard_normal((n, d_k)) * rng.standard_normal((n, d_k))).sum(1)
