# part: fixed_context
# status: failed
# misconception: none
# points: 0
import numpy as np


def fixed_context(states):
    return np.round(states[-1], 1)
