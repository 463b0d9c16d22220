# parts: longest_sequence
"""The root as it was taught at school, two digits at a time."""


def longest_sequence(budget, d_k, d_v):
    share = str(budget // (d_k + d_v))
    share = share if len(share) % 2 == 0 else "0" + share
    root, rest = 0, 0
    for at in range(0, len(share), 2):
        rest = rest * 100 + int(share[at : at + 2])
        digit = next(d for d in range(9, -1, -1) if (20 * root + d) * d <= rest)
        rest -= (20 * root + digit) * digit
        root = 10 * root + digit
    return root
