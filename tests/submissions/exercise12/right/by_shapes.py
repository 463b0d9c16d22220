# parts: multiply_adds cost_ratio
"""Reads the count off the shapes of the two products, without making them."""
import numpy as np


def product(left, right):
    (rows, inner), (also_inner, columns) = left, right
    assert inner == also_inner
    return (rows, columns), rows * inner * columns


def multiply_adds(n, d_k, d_v):
    weights, first = product((n, d_k), (d_k, n))
    _, second = product(weights, (n, d_v))
    return first + second


def cost_ratio(n_long, n_short):
    longer, shorter = np.longdouble(n_long), np.longdouble(n_short)
    return np.array(longer / shorter * longer / shorter)
