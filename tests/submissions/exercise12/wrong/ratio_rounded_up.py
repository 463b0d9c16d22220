# part: cost_ratio
# status: failed
# misconception: integer-ratio
# points: 0
import math


def cost_ratio(n_long, n_short):
    return math.ceil((n_long / n_short) ** 2)
