# part: static_similarity
# status: failed
# misconception: columns-with-columns
# points: 0
import numpy as np


def static_similarity(E):
    n = np.linalg.norm(E, axis=0)
    return E.T @ E / np.outer(n, n)
