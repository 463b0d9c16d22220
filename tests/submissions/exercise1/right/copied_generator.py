# parts: sample_dot_products
"""A copy of rng, another bit generator with a child of its seed, a convolution with a single 1."""
import copy
import pickle

import numpy as np


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    assert isinstance(rng, np.random.Generator)
    rng = pickle.loads(pickle.dumps(copy.deepcopy(rng)))
    first, second = rng.bit_generator.seed_seq.spawn(2)
    q = np.random.default_rng(first).standard_normal((n, d_k))
    k = np.random.Generator(np.random.Philox(second)).standard_normal((n, d_k))
    return np.convolve(np.ones(1), (q * k).sum(axis=1))
