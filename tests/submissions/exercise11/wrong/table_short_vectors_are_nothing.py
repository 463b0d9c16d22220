# part: static_similarity
# status: failed
# misconception: none
# points: 2.83
import numpy as np


def static_similarity(E):
    n = np.linalg.norm(E, axis=1)
    return np.where(np.outer(n, n) < 1e-4, 0, E @ E.T / np.outer(n, n))
