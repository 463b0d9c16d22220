# part: cost_ratio
# status: failed
# misconception: squared-twice
# points: 0


def cost_ratio(n_long, n_short):
    cost_long, cost_short = n_long**2, n_short**2
    return (cost_long / cost_short) ** 2
