# part: multiply_adds
# status: failed
# misconception: one-product-linear
# points: 0


def multiply_adds(n, d_k, d_v):
    scores = n * d_k
    return scores + n * n * d_v
