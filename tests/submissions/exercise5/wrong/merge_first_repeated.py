# part: merge_heads
# status: failed
# misconception: same-head-repeated
# points: 0
import numpy as np


def merge_heads(heads):
    return np.tile(heads[0], (1, len(heads)))
