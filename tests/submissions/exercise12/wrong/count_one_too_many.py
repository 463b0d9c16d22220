# part: multiply_adds
# status: failed
# misconception: none
# points: 0


def multiply_adds(n, d_k, d_v):
    return n * n * (d_k + d_v) + 1
