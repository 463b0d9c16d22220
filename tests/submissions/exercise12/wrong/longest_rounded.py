# part: longest_sequence
# status: failed
# misconception: rounded-to-nearest
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    return round(math.sqrt(budget / (d_k + d_v)))
