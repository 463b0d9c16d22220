# part: longest_sequence
# status: failed
# misconception: cost-not-length
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    n = math.isqrt(budget // (d_k + d_v))
    return budget - n * n * (d_k + d_v)
