# part: cost_ratio
# status: failed
# misconception: extra-cost-only
# points: 0


def cost_ratio(n_long, n_short):
    growth = (n_long - n_short) / n_short
    return growth**2
