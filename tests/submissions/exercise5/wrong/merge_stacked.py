# part: merge_heads
# status: failed
# misconception: concatenated-along-tokens
# points: 0
import numpy as np


def merge_heads(heads):
    return np.concatenate(list(heads))
