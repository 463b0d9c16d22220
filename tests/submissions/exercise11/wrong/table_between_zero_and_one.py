# part: static_similarity
# status: failed
# misconception: sign-lost
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    return 0.5 + 0.5 * U @ U.T
