# part: merge_heads
# status: failed
# misconception: none
# points: 0
import numpy as np


def merge_heads(heads):
    return np.round(np.concatenate(list(heads), axis=1), 2)
