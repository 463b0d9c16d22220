"""Numpy's integers for as long as they last, zero-dimensional arrays, single precision for the ratio."""
import math

import numpy as np

LARGEST = np.iinfo(np.int64).max


def multiply_adds(n, d_k, d_v):
    exact = n * n * (d_k + d_v)
    return np.array(exact) if exact <= LARGEST else exact


def cost_ratio(n_long, n_short):
    return np.float32(n_long / n_short) ** np.float32(2)


def longest_sequence(budget, d_k, d_v):
    return np.int64(math.isqrt(budget // (d_k + d_v)))
