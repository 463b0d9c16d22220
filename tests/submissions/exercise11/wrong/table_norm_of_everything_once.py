# part: static_similarity
# status: failed
# misconception: one-length-for-all
# points: 0
import numpy as np


def static_similarity(E):
    return np.dot(E, E.T) / np.linalg.norm(E)
