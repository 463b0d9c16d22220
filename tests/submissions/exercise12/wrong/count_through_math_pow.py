# part: multiply_adds
# status: failed
# misconception: rounded-through-float
# points: 2.53
import math


def multiply_adds(n, d_k, d_v):
    return int(math.pow(n, 2) * (d_k + d_v))
