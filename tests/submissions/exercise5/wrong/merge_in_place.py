# part: merge_heads
# status: failed
# misconception: none
# points: 2.4
import numpy as np


def merge_heads(heads):
    heads *= 1.0
    heads[0, 0, 0] += 1
    out = np.concatenate(list(heads), axis=1)
    out[0, 0] -= 1
    return out
