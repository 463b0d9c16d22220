# part: static_similarity
# status: failed
# misconception: none
# points: 0
import numpy as np


def static_similarity(E):
    U = (E / np.linalg.norm(E, axis=1, keepdims=True)).astype(np.float16)
    return U @ U.T
