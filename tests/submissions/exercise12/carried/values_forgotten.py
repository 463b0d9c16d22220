# part: longest_sequence
# points: all
# uses: multiply_adds
from math import isqrt


def multiply_adds(n, d_k, d_v):
    return n * n * d_k


def longest_sequence(budget, d_k, d_v):
    return isqrt(budget // multiply_adds(1, d_k, d_v))
