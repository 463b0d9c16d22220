# part: fixed_context
# status: failed
# misconception: ends-combined
# points: 0
import numpy as np


def fixed_context(states):
    return np.concatenate([states[0], states[-1]])
