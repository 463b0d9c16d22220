# part: cost_ratio
# status: failed
# misconception: none
# points: 0


def cost_ratio(n_long, n_short):
    d = 64
    return (n_long**2 * 2 * d + n_long) / (n_short**2 * 2 * d + n_short)
