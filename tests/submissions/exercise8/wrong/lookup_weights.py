# part: soft_lookup
# status: failed
# misconception: weights-only
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = keys @ query / np.sqrt(len(query))
    w = np.exp(s - s.max())
    return w / w.sum()
