# part: soft_lookup
# status: failed
# misconception: none
# points: 3.2
import numpy as np


def soft_lookup(query, keys, values):
    keys -= keys.mean(axis=0)
    s = keys @ query / np.sqrt(len(query))
    w = np.exp(s - s.max())
    return (w / w.sum()) @ values
