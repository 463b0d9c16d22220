# part: cost_ratio
# status: failed
# misconception: ratio-inverted
# points: 0


def cost_ratio(n_long, n_short):
    return (n_short / n_long) ** 2
