# part: multiply_adds
# status: failed
# misconception: cubic-in-length
# points: 0


def multiply_adds(n, d_k, d_v):
    return n**3 * (d_k + d_v)
