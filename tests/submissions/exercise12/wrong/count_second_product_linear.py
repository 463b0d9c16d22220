# part: multiply_adds
# status: failed
# misconception: one-product-linear
# points: 0


def multiply_adds(n, d_k, d_v):
    return n * n * d_k + n * d_v
