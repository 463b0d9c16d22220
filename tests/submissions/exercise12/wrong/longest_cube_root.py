# part: longest_sequence
# status: failed
# misconception: cubic-in-length
# points: 0


def longest_sequence(budget, d_k, d_v):
    n = 0
    while (n + 1) ** 3 * (d_k + d_v) <= budget and n < 50000:
        n += 1
    return n
