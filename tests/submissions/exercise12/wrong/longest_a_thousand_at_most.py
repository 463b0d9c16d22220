# part: longest_sequence
# status: failed
# misconception: none
# points: 0


def longest_sequence(budget, d_k, d_v):
    return max(n for n in range(5001) if n * n * (d_k + d_v) <= budget)
