# part: longest_sequence
# status: failed
# misconception: float-square-root
# points: 3.73
import math


def longest_sequence(budget, d_k, d_v):
    return math.isqrt(int(budget / (d_k + d_v)))
