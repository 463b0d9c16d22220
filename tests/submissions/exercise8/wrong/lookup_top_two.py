# part: soft_lookup
# status: failed
# misconception: none
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = keys @ query / np.sqrt(len(query))
    best = np.argsort(s)[-2:]
    w = np.exp(s[best] - s.max())
    return (w / w.sum()) @ values[best]
