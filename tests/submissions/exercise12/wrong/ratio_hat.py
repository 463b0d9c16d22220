# part: cost_ratio
# status: error
# misconception: power-as-xor
# points: 0


def cost_ratio(n_long, n_short):
    return (n_long ^ 2) / (n_short ^ 2)
