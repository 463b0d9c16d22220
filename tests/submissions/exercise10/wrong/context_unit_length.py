# part: fixed_context
# status: failed
# misconception: state-normalised
# points: 0
import numpy as np


def fixed_context(states):
    return states[-1] / np.linalg.norm(states[-1])
