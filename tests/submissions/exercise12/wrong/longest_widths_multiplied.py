# part: longest_sequence
# status: failed
# misconception: widths-multiplied
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    return math.isqrt(budget // (d_k * d_v))
