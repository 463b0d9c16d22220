# part: soft_lookup
# status: failed
# misconception: scores-clipped
# points: 3.67
import numpy as np


def soft_lookup(query, keys, values):
    w = np.exp(np.clip(keys @ query / np.sqrt(len(query)), -500, 500))
    return (w / w.sum()) @ values
