from bisect import bisect_right


def multiply_adds(n, d_k, d_v):
    return (d_k + d_v) * n * n


def cost_ratio(n_long, n_short):
    return multiply_adds(n_long, 1, 0) / multiply_adds(n_short, 1, 0)


def longest_sequence(budget, d_k, d_v):
    # number of lengths from 1 up that fit
    return bisect_right(range(1, 10**16), budget, key=lambda n: multiply_adds(n, d_k, d_v))
