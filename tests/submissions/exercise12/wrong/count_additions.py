# part: multiply_adds
# status: failed
# misconception: additions-only
# points: 0


def multiply_adds(n, d_k, d_v):
    return n * n * (d_k - 1) + n * d_v * (n - 1)
