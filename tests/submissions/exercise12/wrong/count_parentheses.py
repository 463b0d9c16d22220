# part: multiply_adds
# status: failed
# misconception: widths-squared
# points: 0


def multiply_adds(n, d_k, d_v):
    return (n * d_k) ** 2 + (n * d_v) ** 2
