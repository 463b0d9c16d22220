# part: static_similarity
# status: failed
# misconception: columns-normalised
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E, axis=0)
    return U @ U.T
