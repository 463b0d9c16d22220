# part: longest_sequence
# points: none
# uses: none


def multiply_adds(n, d_k, d_v):
    return 2 * n * n * (d_k + d_v)


def longest_sequence(budget, d_k, d_v):
    low, high = 0, budget + 2
    while high - low > 1:
        middle = (low + high) // 2
        if multiply_adds(middle, d_k, d_v) < budget:
            low = middle
        else:
            high = middle
    return low
