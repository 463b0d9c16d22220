# part: merge_heads
# status: failed
# misconception: none
# points: 2.85
import numpy as np


def merge_heads(heads):
    out = np.concatenate(list(heads), axis=1)
    return out[0] if len(out) == 1 else out
