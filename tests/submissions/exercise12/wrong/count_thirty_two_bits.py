# part: multiply_adds
# status: failed
# misconception: fixed-width-integers
# points: 2.25
import numpy as np


def multiply_adds(n, d_k, d_v):
    m = np.array([n], dtype=np.int32)
    return int((m * m * np.int32(d_k + d_v if d_k + d_v < 2**31 else 1))[0]) if n < 2**31 else 0
