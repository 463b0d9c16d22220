# part: cost_ratio
# status: failed
# misconception: percentage
# points: 0


def cost_ratio(n_long, n_short):
    return 100 * n_long**2 / n_short**2
