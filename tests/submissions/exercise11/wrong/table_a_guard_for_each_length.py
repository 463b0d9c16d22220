# part: static_similarity
# status: failed
# misconception: tiny-number-added
# points: 2.83
import numpy as np


def static_similarity(E):
    U = E / (np.linalg.norm(E, axis=1, keepdims=True) + 1e-8)
    return U @ U.T
