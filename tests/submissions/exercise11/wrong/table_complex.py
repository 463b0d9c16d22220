# part: static_similarity
# status: failed
# misconception: none
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.sqrt((E * E).sum(axis=1, keepdims=True).astype(complex))
    return U @ U.T
