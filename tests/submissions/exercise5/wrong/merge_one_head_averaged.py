# part: merge_heads
# status: failed
# misconception: none
# points: 2.85
import numpy as np


def merge_heads(heads):
    return np.concatenate(list(heads), axis=1) if len(heads) > 1 else heads.mean(axis=0) + 1e-3
