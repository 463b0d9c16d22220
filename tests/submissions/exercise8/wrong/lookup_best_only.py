# part: soft_lookup
# status: failed
# misconception: hard-lookup
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    return values[np.argmax(keys @ query)]
