# part: static_similarity
# status: failed
# misconception: none
# points: 0
import numpy as np


def static_similarity(E):
    E = E[:, : len(E)]
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    return U @ U.T
