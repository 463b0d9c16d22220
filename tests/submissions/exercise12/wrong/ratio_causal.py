# part: cost_ratio
# status: failed
# misconception: causal-half
# points: 0


def cost_ratio(n_long, n_short):
    return (n_long * (n_long + 1) / 2) / (n_short * (n_short + 1) / 2)
