# part: multiply_adds
# status: failed
# misconception: none
# points: 0
import numpy as np


def multiply_adds(n, d_k, d_v):
    return np.array([n * n * (d_k + d_v)])
