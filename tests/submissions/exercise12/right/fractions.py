from fractions import Fraction
from math import floor, isqrt


def multiply_adds(n, d_k, d_v):
    return int(Fraction(n * n) * Fraction(d_k + d_v, 1))


def cost_ratio(n_long, n_short):
    return float(Fraction(n_long, n_short) ** 2)


def longest_sequence(budget, d_k, d_v):
    return isqrt(floor(Fraction(budget, d_k + d_v)))
