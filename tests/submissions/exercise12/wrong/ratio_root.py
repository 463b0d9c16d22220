# part: cost_ratio
# status: failed
# misconception: root-not-square
# points: 0


def cost_ratio(n_long, n_short):
    return (n_long / n_short) ** 0.5
