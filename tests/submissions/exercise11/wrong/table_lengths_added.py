# part: static_similarity
# status: failed
# misconception: lengths-added
# points: 0
import numpy as np


def static_similarity(E):
    n = np.linalg.norm(E, axis=1)
    return E @ E.T / np.add.outer(n, n)
