# part: longest_sequence
# status: failed
# misconception: squared-not-rooted
# points: 0


def longest_sequence(budget, d_k, d_v):
    return (budget // (d_k + d_v)) ** 2
