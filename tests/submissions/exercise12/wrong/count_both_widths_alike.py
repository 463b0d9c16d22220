# part: multiply_adds
# status: failed
# misconception: one-width-for-both
# points: 0


def multiply_adds(n, d_k, d_v):
    return 2 * n * n * d_k
