# part: soft_lookup
# status: failed
# misconception: answer-in-a-matrix
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = query.reshape(1, -1) @ keys.T / np.sqrt(len(query))
    w = np.exp(s - s.max())
    return (w / w.sum()) @ values
