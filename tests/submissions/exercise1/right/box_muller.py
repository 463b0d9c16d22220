# parts: sample_dot_products
import numpy as np


def normal_pair(rng, shape):
    radius = np.sqrt(-2 * np.log1p(-rng.random(shape)))
    angle = 2 * np.pi * rng.random(shape)
    return radius * np.cos(angle), radius * np.sin(angle)


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError("no")
    a, b = normal_pair(rng, (n, d_k))
    return (a * b).sum(axis=1)
