# parts: sample_dot_products dot_product_variance scale_factor
"""Callable objects, partials and lambdas under the names of the parts; prints and self-tests around them."""
import functools
import operator

import numpy as np


def refuse(message):
    raise ValueError(message)


class Sampler:
    def __call__(self, d_k, n, rng):
        if d_k < 1 or n < 1 or d_k != int(d_k):
            refuse("sizes")
        return functools.reduce(operator.add, (rng.standard_normal(n) * rng.standard_normal(n) for _ in range(d_k)))


sample_dot_products = Sampler()
scale_factor = lambda d_k: d_k**-0.5 if d_k >= 1 and d_k == int(d_k) else refuse("d_k")


def general(power, d_k, var_q=1.0, var_k=1.0, mean_q=0.0, mean_k=0.0):
    if d_k < 1 or d_k != int(d_k) or var_q < 0 or var_k < 0:
        refuse("moments")
    return (d_k * (var_q * var_k + var_q * mean_k**2 + var_k * mean_q**2)) ** power


dot_product_variance = functools.partial(general, 1)

assert abs(scale_factor(4) - 0.5) < 1e-12
print("one draw:", sample_dot_products(3, 1, np.random.default_rng(0)))
