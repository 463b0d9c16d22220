# part: multiply_adds
# status: failed
# misconception: float-not-int
# points: 0


def multiply_adds(n, d_k, d_v):
    return n**2 * (d_k + d_v) * 1.0
