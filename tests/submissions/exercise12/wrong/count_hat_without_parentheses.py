# part: multiply_adds
# status: failed
# misconception: power-as-xor
# points: 0


def multiply_adds(n, d_k, d_v):
    return n ^ 2 * d_k + n ^ 2 * d_v
