# part: longest_sequence
# status: failed
# misconception: one-token-too-many
# points: 0


def multiply_adds(n, d_k, d_v):
    return n * n * (d_k + d_v)


def longest_sequence(budget, d_k, d_v):
    step = 1 << 60
    n = 0
    while step:
        if multiply_adds(n + step, d_k, d_v) <= budget:
            n += step
        step //= 2
    return n + 1
