# part: cost_ratio
# status: failed
# misconception: none
# points: 0
from math import log


def cost_ratio(n_long, n_short):
    return (n_long / n_short) ** 2 * log(n_long / n_short)
