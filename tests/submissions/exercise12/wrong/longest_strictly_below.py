# part: longest_sequence
# status: failed
# misconception: budget-not-used-up
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    n = math.isqrt(budget // (d_k + d_v))
    while n > 0 and n * n * (d_k + d_v) >= budget:
        n -= 1
    return n
