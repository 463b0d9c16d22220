# parts: multiply_adds cost_ratio
import math


def multiply_adds(n, d_k, d_v):
    count = 0
    for width in [d_k, d_v]:
        count += width * n * n
    return count


def cost_ratio(n_long, n_short):
    return math.exp(2 * (math.log(n_long) - math.log(n_short)))
