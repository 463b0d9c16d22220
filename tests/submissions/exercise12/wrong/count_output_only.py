# part: multiply_adds
# status: failed
# misconception: scores-forgotten
# points: 0


def multiply_adds(n, d_k, d_v):
    # weights @ V
    return n * n * d_v
