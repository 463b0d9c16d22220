# part: cost_ratio
# status: failed
# misconception: none
# points: 0


def cost_ratio(n_long, n_short):
    n_long, n_short = min(n_long, n_short), max(n_long, n_short) + 1
    return (n_long / n_short) ** 2
