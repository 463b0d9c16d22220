# part: fixed_context
# status: failed
# misconception: mean-state-as-context
# points: 0
import numpy as np


def fixed_context(states):
    return np.mean(states, axis=1)
