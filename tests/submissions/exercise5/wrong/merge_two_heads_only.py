# part: merge_heads
# status: failed
# misconception: none
# points: 0
import numpy as np


def merge_heads(heads):
    return np.concatenate([heads[0], heads[-1]], axis=1)
