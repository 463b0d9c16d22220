# part: static_similarity
# status: failed
# misconception: one-length-for-all
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E)
    return U @ U.T
