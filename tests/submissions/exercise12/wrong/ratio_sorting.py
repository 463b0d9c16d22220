# part: cost_ratio
# status: failed
# misconception: n-log-n
# points: 0
from math import log


def cost_ratio(n_long, n_short):
    return n_long * log(n_long) / (n_short * log(n_short)) if n_short > 1 else float("inf")
