# part: cost_ratio
# status: failed
# misconception: none
# points: 0


def cost_ratio(n_long, n_short):
    return 100.0
