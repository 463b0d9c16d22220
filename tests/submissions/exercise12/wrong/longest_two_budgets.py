# part: longest_sequence
# status: failed
# misconception: products-budgeted-apart
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    return min(math.isqrt(budget // d_k), math.isqrt(budget // d_v))
