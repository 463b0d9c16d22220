# part: multiply_adds
# status: failed
# misconception: flops-not-multiply-adds
# points: 0


def multiply_adds(n, d_k, d_v):
    mults = n * n * d_k + n * n * d_v
    adds = mults
    return mults + adds
