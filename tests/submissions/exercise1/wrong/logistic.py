# part: sample_dot_products
# status: failed
# misconception: none
# points: 0
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    s = 3**0.5 / np.pi
    return (rng.logistic(0, s, (n, d_k)) * rng.logistic(0, s, (n, d_k))).sum(1)
