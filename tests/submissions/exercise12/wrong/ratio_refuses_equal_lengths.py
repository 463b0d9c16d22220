# part: cost_ratio
# status: failed
# misconception: none
# points: 2.7


def cost_ratio(n_long, n_short):
    if n_long <= n_short:
        raise ValueError("n_long must be longer")
    return (n_long / n_short) ** 2
