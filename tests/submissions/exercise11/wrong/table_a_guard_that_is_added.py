# part: static_similarity
# status: failed
# misconception: tiny-number-added
# points: 2.83
import numpy as np


def static_similarity(E):
    n = np.linalg.norm(E, axis=1)
    return E @ E.T / (np.outer(n, n) + 1e-8)
