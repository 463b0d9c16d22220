# part: multiply_adds
# status: failed
# misconception: entries-counted
# points: 0


def multiply_adds(n, d_k, d_v):
    return n * n + n * d_v
