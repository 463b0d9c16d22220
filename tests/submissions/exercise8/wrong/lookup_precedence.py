# part: soft_lookup
# status: failed
# misconception: scaled-by-half-d_k
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = keys @ query / (len(query) ** 1 / 2)
    w = np.exp(s - s.max())
    return (w / w.sum()) @ values
