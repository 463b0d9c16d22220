# part: longest_sequence
# status: failed
# misconception: at-least-one-token
# points: 3.73
import math


def longest_sequence(budget, d_k, d_v):
    return max(math.isqrt(budget // (d_k + d_v)), 1)
