# part: soft_lookup
# status: failed
# misconception: linear-normalisation
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = keys @ query / np.sqrt(len(query))
    return (s / s.sum()) @ values
