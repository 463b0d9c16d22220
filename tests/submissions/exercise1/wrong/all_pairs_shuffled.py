# part: sample_dot_products
# status: failed
# misconception: none
# points: 0
import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    side = int(np.ceil(n**0.5))
    return rng.permutation((rng.standard_normal((side, d_k)) @ rng.standard_normal((d_k, side))).ravel())[:n]
