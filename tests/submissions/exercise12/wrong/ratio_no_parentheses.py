# part: cost_ratio
# status: failed
# misconception: only-one-squared
# points: 0


def cost_ratio(n_long, n_short):
    return n_long / n_short ** 2
