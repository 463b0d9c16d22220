from functools import reduce
from math import isqrt
from operator import mul

multiply_adds = lambda n, d_k, d_v: reduce(mul, [n, n, d_k + d_v])
cost_ratio = lambda n_long, n_short: (n_long / n_short) ** 2.0
longest_sequence = lambda budget, *widths: isqrt(budget // sum(widths))
