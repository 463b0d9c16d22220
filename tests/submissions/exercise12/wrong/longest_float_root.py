# part: longest_sequence
# status: failed
# misconception: float-square-root
# points: 3.45
import math


def longest_sequence(budget, d_k, d_v):
    return int(math.sqrt(budget / (d_k + d_v)))
