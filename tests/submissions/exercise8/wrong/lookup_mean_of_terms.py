# part: soft_lookup
# status: failed
# misconception: weighted-values-averaged
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = keys @ query / np.sqrt(len(query))
    w = np.exp(s - s.max())
    return np.mean((w / w.sum())[:, None] * values, axis=0)
