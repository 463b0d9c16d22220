# part: longest_sequence
# status: failed
# misconception: float-square-root
# points: 3.27
import numpy as np


def longest_sequence(budget, d_k, d_v):
    return int(np.sqrt(np.float32(budget) / np.float32(d_k + d_v)))
