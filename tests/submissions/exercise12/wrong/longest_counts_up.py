# part: longest_sequence
# status: timeout
# misconception: none
# points: 3.27


def longest_sequence(budget, d_k, d_v):
    n = 0
    while (n + 1) * (n + 1) * (d_k + d_v) <= budget:
        n += 1
    return n
