# part: fixed_context
# status: failed
# misconception: longest-state
# points: 0
import numpy as np


def fixed_context(states):
    return max(states, key=np.linalg.norm)
