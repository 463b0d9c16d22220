def multiply_adds(n, d_k, d_v):
    # n times n by doubling and adding
    square, add, left = 0, n, n
    while left:
        if left & 1:
            square += add
        add <<= 1
        left >>= 1
    return square * (d_k + d_v)


def cost_ratio(n_long, n_short):
    return pow(n_long, 2) / pow(n_short, 2)


def longest_sequence(budget, d_k, d_v):
    n = 0
    for bit in range(60, -1, -1):
        more = n | 1 << bit
        if multiply_adds(more, d_k, d_v) <= budget:
            n = more
    return n
