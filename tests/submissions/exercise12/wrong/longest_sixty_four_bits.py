# part: longest_sequence
# status: failed
# misconception: float-square-root
# points: 3.27
import numpy as np


def longest_sequence(budget, d_k, d_v):
    return int(np.sqrt(np.uint64(budget % 2**64) // np.uint64(d_k + d_v)))
