# part: longest_sequence
# status: failed
# misconception: causal-half
# points: 0
import math


def longest_sequence(budget, d_k, d_v):
    n = math.isqrt((2 * budget + 1) // (d_k + d_v))
    return n
