# part: multiply_adds
# status: failed
# misconception: none
# points: 0


def multiply_adds(n, d_k, d_v):
    return n * n * (d_k + d_v) + n * d_k * d_k * 2 + n * d_v * d_v
