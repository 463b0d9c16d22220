# part: static_similarity
# status: failed
# misconception: angle-not-cosine
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    return np.arccos(np.clip(U @ U.T, -1, 1))
