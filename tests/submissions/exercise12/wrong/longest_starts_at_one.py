# part: longest_sequence
# status: failed
# misconception: at-least-one-token
# points: 3.73


def longest_sequence(budget, d_k, d_v):
    low, high = 1, 10**16
    while high - low > 1:
        mid = (low + high) // 2
        if mid * mid * (d_k + d_v) <= budget:
            low = mid
        else:
            high = mid
    return low
