# part: cost_ratio
# status: failed
# misconception: linear-in-length
# points: 0


def cost_ratio(n_long, n_short):
    return n_long / n_short
