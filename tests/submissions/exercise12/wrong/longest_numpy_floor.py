# part: longest_sequence
# status: failed
# misconception: float-not-int
# points: 0
import numpy as np


def longest_sequence(budget, d_k, d_v):
    return np.floor(np.sqrt(float(budget // (d_k + d_v))))
