def multiply_adds(n, d_k, d_v):
    scores = n * d_k * n
    output = n * n * d_v
    return scores + output


def cost_ratio(n_long, n_short):
    return multiply_adds(n_long, 64, 64) / multiply_adds(n_short, 64, 64)


def longest_sequence(budget, d_k, d_v):
    low, high = 0, 1
    while multiply_adds(high, d_k, d_v) <= budget:
        low, high = high, high * 2
    # low fits, high does not
    while low + 1 < high:
        mid = (low + high) // 2
        if multiply_adds(mid, d_k, d_v) <= budget:
            low = mid
        else:
            high = mid
    return low
