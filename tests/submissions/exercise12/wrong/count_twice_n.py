# part: multiply_adds
# status: failed
# misconception: doubled-not-squared
# points: 0


def multiply_adds(n, d_k, d_v):
    return 2 * n * d_k + 2 * n * d_v
