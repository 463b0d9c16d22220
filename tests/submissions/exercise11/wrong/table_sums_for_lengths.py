# part: static_similarity
# status: failed
# misconception: another-length
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.abs(E).sum(axis=1, keepdims=True)
    return U @ U.T
