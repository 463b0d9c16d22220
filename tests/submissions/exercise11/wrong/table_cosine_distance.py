# part: static_similarity
# status: failed
# misconception: distance-not-similarity
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    return 1 - U @ U.T
