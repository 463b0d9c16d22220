import math


def multiply_adds(n, d_k, d_v):
    return n**2 * d_k + n**2 * d_v


def cost_ratio(n_long, n_short):
    return n_long**2 / n_short**2


def longest_sequence(budget, d_k, d_v):
    return math.isqrt(budget // (d_k + d_v))
