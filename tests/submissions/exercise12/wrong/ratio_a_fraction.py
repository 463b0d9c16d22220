# part: cost_ratio
# status: failed
# misconception: none
# points: 0
from fractions import Fraction


def cost_ratio(n_long, n_short):
    return Fraction(n_long, n_short) ** 2
