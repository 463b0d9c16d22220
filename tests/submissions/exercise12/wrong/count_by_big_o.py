# part: multiply_adds
# status: failed
# misconception: none
# points: 0


def multiply_adds(n, d_k, d_v):
    return "O(n^2 d_k + n^2 d_v)"
