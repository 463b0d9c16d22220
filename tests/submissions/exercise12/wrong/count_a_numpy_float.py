# part: multiply_adds
# status: failed
# misconception: float-not-int
# points: 0
import numpy as np


def multiply_adds(n, d_k, d_v):
    return np.float64(n * n * d_k + n * n * d_v)
