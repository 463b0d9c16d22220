# part: multiply_adds
# status: failed
# misconception: rounded-through-float
# points: 2.53


def multiply_adds(n, d_k, d_v):
    return int(n**2.0 * d_k + n**2.0 * d_v)
