# parts: sample_dot_products
import numpy as np


def sample_dot_products(d_k, n, rng):
    if n <= 0 or d_k <= 0 or d_k - int(d_k) > 0:
        raise ValueError
    draws = np.zeros(n)
    for _ in range(d_k):
        both = rng.multivariate_normal([0, 0], [[1, 0], [0, 1]], size=n)
        draws += both[:, 0] * both[:, 1]
    return draws
