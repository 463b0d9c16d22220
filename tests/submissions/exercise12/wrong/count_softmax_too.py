# part: multiply_adds
# status: failed
# misconception: softmax-counted
# points: 0


def multiply_adds(n, d_k, d_v):
    softmax = n * n
    return n * n * d_k + softmax + n * n * d_v
