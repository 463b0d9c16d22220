# part: cost_ratio
# status: failed
# misconception: integer-ratio
# points: 0


def cost_ratio(n_long, n_short):
    return round((n_long / n_short) ** 2)
