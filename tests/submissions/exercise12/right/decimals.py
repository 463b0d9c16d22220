"""Sixty digits are enough for everything."""
from decimal import ROUND_FLOOR, Decimal, localcontext


def multiply_adds(n, d_k, d_v):
    with localcontext() as context:
        context.prec = 60
        return int(Decimal(n) ** 2 * Decimal(d_k) + Decimal(n) ** 2 * Decimal(d_v))


def cost_ratio(n_long, n_short):
    return float((Decimal(n_long) / Decimal(n_short)) ** 2)


def longest_sequence(budget, d_k, d_v):
    with localcontext() as context:
        context.prec = 80
        share = Decimal(budget) / Decimal(d_k + d_v)
        return int(share.sqrt().to_integral_value(ROUND_FLOOR))
