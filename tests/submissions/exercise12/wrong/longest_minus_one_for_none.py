# part: longest_sequence
# status: failed
# misconception: none
# points: 3.73
import math


def longest_sequence(budget, d_k, d_v):
    n = math.isqrt(budget // (d_k + d_v))
    return n if n else -1
