# part: multiply_adds
# status: failed
# misconception: fixed-width-integers
# points: 2.62
import numpy as np


def multiply_adds(n, d_k, d_v):
    with np.errstate(over="ignore"):
        return np.prod(np.array([n, n, d_k + d_v]))
