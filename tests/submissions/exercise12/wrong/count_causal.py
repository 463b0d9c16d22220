# part: multiply_adds
# status: failed
# misconception: causal-half
# points: 0


def multiply_adds(n, d_k, d_v):
    pairs = sum(range(1, n + 1)) if n < 10**6 else n * (n + 1) // 2
    return pairs * (d_k + d_v)
