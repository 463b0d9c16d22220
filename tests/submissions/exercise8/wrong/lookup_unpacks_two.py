# part: soft_lookup
# status: failed
# misconception: none
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = keys @ query / np.sqrt(len(query))
    w = np.exp(s - s.max())
    w = w / w.sum()
    return w @ values, w
