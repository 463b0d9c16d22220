# parts: longest_sequence
def root(square):
    if square < 4:
        return min(square, 1)
    half = root(square >> 2) << 1
    return half + 1 if (half + 1) ** 2 <= square else half


def longest_sequence(budget, d_k, d_v):
    return root(budget // (d_k + d_v))
