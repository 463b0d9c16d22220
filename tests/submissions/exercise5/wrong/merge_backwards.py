# part: merge_heads
# status: failed
# misconception: heads-in-reverse
# points: 0
import numpy as np


def merge_heads(heads):
    return np.concatenate(list(heads[::-1]), axis=1)
