# part: multiply_adds
# status: failed
# misconception: self-left-out
# points: 0


def multiply_adds(n, d_k, d_v):
    return n * (n - 1) * d_k + n * (n - 1) * d_v
