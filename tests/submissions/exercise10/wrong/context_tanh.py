# part: fixed_context
# status: failed
# misconception: tanh-once-more
# points: 0
import numpy as np


def fixed_context(states):
    return np.tanh(states[-1])
