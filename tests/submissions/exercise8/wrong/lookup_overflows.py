# part: soft_lookup
# status: failed
# misconception: no-max-subtraction
# points: 3.67
import numpy as np


def soft_lookup(query, keys, values):
    w = np.exp(keys @ query / np.sqrt(len(query)))
    return (w / w.sum()) @ values
