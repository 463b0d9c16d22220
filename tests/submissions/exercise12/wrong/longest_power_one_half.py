# part: longest_sequence
# status: failed
# misconception: float-square-root
# points: 3.45


def longest_sequence(budget, d_k, d_v):
    return int((budget / (d_k + d_v)) ** 0.5)
