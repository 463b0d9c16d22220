def multiply_adds(n, d_k, d_v):
    return sum(n * n * width for width in (d_k, d_v))


def cost_ratio(n_long, n_short):
    ratio = n_long / n_short
    return ratio * ratio


def integer_root(square):
    if square == 0:
        return 0
    x = 1 << (square.bit_length() + 1) // 2
    while True:
        y = (x + square // x) // 2
        if y >= x:
            return x
        x = y


def longest_sequence(budget, d_k, d_v):
    return integer_root(budget // (d_k + d_v))
