# part: multiply_adds
# status: failed
# misconception: causal-half
# points: 0


def multiply_adds(n, d_k, d_v):
    return (n * n * d_k + n * n * d_v) // 2
