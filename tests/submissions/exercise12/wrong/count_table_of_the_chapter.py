# part: multiply_adds
# status: failed
# misconception: none
# points: 0


def multiply_adds(n, d_k, d_v):
    return {(1000, 64, 64): 128_000_000, (10000, 64, 64): 12_800_000_000}.get((n, d_k, d_v), 54)
