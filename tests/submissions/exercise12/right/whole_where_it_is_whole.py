# parts: cost_ratio longest_sequence
import math


def cost_ratio(n_long, n_short):
    quotient, rest = divmod(n_long * n_long, n_short * n_short)
    return quotient if rest == 0 else quotient + rest / (n_short * n_short)


def longest_sequence(budget, d_k, d_v):
    for n in (math.isqrt(budget // (d_k + d_v)),):
        assert n * n * (d_k + d_v) <= budget < (n + 1) * (n + 1) * (d_k + d_v)
        return n
