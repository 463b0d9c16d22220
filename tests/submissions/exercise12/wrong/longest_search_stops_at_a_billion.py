# part: longest_sequence
# status: failed
# misconception: none
# points: 3.45


def longest_sequence(budget, d_k, d_v):
    low, high = 0, 10**9
    while high - low > 1:
        mid = (low + high) // 2
        if mid * mid * (d_k + d_v) <= budget:
            low = mid
        else:
            high = mid
    return low
