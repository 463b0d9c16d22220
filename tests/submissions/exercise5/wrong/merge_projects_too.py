# part: merge_heads
# status: failed
# misconception: none
# points: 0
import numpy as np


def merge_heads(heads):
    out = np.concatenate(list(heads), axis=1)
    return out @ np.ones((out.shape[1], out.shape[1]))
