# part: longest_sequence
# status: failed
# misconception: root-before-division
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    return math.isqrt(budget) // math.isqrt(d_k + d_v)
