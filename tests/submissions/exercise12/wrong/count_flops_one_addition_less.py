# part: multiply_adds
# status: failed
# misconception: flops-not-multiply-adds
# points: 0


def multiply_adds(n, d_k, d_v):
    first = n * n * (d_k + d_k - 1)
    second = n * d_v * (n + n - 1)
    return first + second
