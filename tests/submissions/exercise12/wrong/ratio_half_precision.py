# part: cost_ratio
# status: failed
# misconception: none
# points: 0
import numpy as np


def cost_ratio(n_long, n_short):
    return np.float16(n_long / n_short) ** 2
