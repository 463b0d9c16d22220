# parts: sample_dot_products
"""Another generator, whose seed comes from rng."""
import random

import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    if n * d_k > 50:
        own = np.random.Generator(np.random.MT19937(int(rng.integers(2**63))))
        return (own.standard_normal((n, d_k)) * own.standard_normal((n, d_k))).sum(-1)
    dice = random.Random(int(rng.integers(1 << 62)))
    return [sum(dice.gauss(0, 1) * dice.gauss(0, 1) for _ in range(d_k)) for _ in range(n)]
