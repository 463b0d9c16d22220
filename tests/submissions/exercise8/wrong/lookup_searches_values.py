# part: soft_lookup
# status: error
# misconception: values-searched
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = values @ query / np.sqrt(len(query))
    w = np.exp(s - s.max())
    return (w / w.sum()) @ values
