# part: static_similarity
# status: error
# misconception: none
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E, axis=1)
    return U @ U.T
