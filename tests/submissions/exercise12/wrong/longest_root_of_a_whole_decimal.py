# part: longest_sequence
# status: failed
# misconception: float-square-root
# points: 3.82
from decimal import Decimal


def longest_sequence(budget, d_k, d_v):
    return int(Decimal(budget // (d_k + d_v)).sqrt())
