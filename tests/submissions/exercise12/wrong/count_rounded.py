# part: multiply_adds
# status: failed
# misconception: rounded-through-float
# points: 2.53


def multiply_adds(n, d_k, d_v):
    return round(float(n) ** 2 * (d_k + d_v))
