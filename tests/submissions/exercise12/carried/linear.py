# part: cost_ratio
# points: none
# uses: none
# Linear in the length, the counts cancel to a ratio of lengths: what the first part leads to at one width, but not its square.
def multiply_adds(n, d_k, d_v):
    return n * d_k + n * d_v


def cost_ratio(n_long, n_short):
    return (n_long / n_short) ** 3
