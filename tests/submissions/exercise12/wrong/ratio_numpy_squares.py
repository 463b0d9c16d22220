# part: cost_ratio
# status: failed
# misconception: none
# points: 2.85
import numpy as np


def cost_ratio(n_long, n_short):
    with np.errstate(over="ignore"):
        return np.square(n_long) / np.square(n_short)
