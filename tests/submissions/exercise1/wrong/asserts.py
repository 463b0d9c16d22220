# part: sample_dot_products
# status: failed
# misconception: none
# points: 2.4
import numpy as np


def sample_dot_products(d_k, n, rng):
    assert d_k >= 1 and n >= 1 and d_k == int(d_k)
    return (rng.standard_normal((n, d_k)) * rng.standard_normal((n, d_k))).sum(1)
