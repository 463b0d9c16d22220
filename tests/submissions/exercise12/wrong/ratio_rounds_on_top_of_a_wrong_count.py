# part: cost_ratio
# status: failed
# misconception: none
# points: 0


def multiply_adds(n, d_k, d_v):
    return n * (d_k + d_v)


def cost_ratio(n_long, n_short):
    return multiply_adds(n_long, 64, 64) // multiply_adds(n_short, 64, 64)
