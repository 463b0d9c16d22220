# part: static_similarity
# status: failed
# misconception: none
# points: 2.4
import numpy as np


def static_similarity(E):
    E /= np.linalg.norm(E, axis=1, keepdims=True)
    return E @ E.T
