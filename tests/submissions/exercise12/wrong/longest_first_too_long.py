# part: longest_sequence
# status: failed
# misconception: one-token-too-many
# points: 0


def longest_sequence(budget, d_k, d_v):
    n = 0
    while n * n * (d_k + d_v) <= budget and n < 10**5:
        n += 1
    return n
