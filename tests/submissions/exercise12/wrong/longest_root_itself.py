# part: longest_sequence
# status: failed
# misconception: float-not-int
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    return math.sqrt(budget / (d_k + d_v))
