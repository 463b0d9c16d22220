# part: multiply_adds
# status: failed
# misconception: linear-in-length
# points: 0


def multiply_adds(n, d_k, d_v):
    # every token is multiplied once by d_k and once by d_v
    return n * d_k + n * d_v
