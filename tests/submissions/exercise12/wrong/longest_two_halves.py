# part: longest_sequence
# status: failed
# misconception: products-budgeted-apart
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    half = budget // 2
    return min(math.isqrt(half // d_k), math.isqrt(half // d_v))
