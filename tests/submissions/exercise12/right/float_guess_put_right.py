import numpy as np


def multiply_adds(n, d_k, d_v):
    """n rows, n columns, d_k products each; then n rows, d_v columns, n products each"""
    return n * n * d_k + n * d_v * n


def cost_ratio(n_long, n_short):
    return np.square(np.divide(n_long, n_short))


def longest_sequence(budget, d_k, d_v):
    n = int(np.sqrt(float(budget) / (d_k + d_v)))
    while multiply_adds(n, d_k, d_v) > budget:
        n -= 1
    while multiply_adds(n + 1, d_k, d_v) <= budget:
        n += 1
    return n
