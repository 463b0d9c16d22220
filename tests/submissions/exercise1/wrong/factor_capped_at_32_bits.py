# part: scale_factor
# status: failed
# misconception: none
# points: 2.16
import numpy as np


def scale_factor(d_k):
    if d_k < 1 or d_k != int(d_k):
        raise ValueError
    return 1 / np.sqrt(np.int32(min(d_k, 2**31 - 1)))
