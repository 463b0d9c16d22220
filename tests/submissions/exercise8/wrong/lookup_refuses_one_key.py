# part: soft_lookup
# status: failed
# misconception: none
# points: 3.93
import numpy as np


def soft_lookup(query, keys, values):
    if len(keys) < 2:
        raise ValueError("nothing to choose from")
    s = keys @ query / np.sqrt(len(query))
    w = np.exp(s - s.max())
    return (w / w.sum()) @ values
