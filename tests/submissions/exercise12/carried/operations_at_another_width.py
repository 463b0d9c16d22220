# part: cost_ratio
# points: all
# uses: multiply_adds


def multiply_adds(n, d_k, d_v):
    return n * n * (2 * d_k - 1) + n * d_v * (2 * n - 1)


def cost_ratio(n_long, n_short):
    return multiply_adds(n_long, 512, 512) / multiply_adds(n_short, 512, 512)
