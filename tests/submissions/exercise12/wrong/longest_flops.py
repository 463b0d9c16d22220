# part: longest_sequence
# status: failed
# misconception: flops-not-multiply-adds
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    return math.isqrt(budget // (2 * d_k + 2 * d_v))
