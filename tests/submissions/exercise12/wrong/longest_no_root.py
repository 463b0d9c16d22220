# part: longest_sequence
# status: failed
# misconception: linear-in-length
# points: 0


def longest_sequence(budget, d_k, d_v):
    return budget // (d_k + d_v)
