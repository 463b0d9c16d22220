# part: longest_sequence
# status: failed
# misconception: rounded-up
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    return math.ceil(math.sqrt(budget / (d_k + d_v)))
