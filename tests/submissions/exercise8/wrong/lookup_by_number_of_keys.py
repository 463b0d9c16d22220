# part: soft_lookup
# status: failed
# misconception: scaled-by-sequence-length
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = keys @ query / np.sqrt(keys.shape[0])
    w = np.exp(s - s.max())
    return (w / w.sum()) @ values
