# part: cost_ratio
# status: failed
# misconception: exponential-in-length
# points: 0


def cost_ratio(n_long, n_short):
    return 2 ** (n_long / n_short)
