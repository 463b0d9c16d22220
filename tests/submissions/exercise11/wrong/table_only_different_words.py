# part: static_similarity
# status: failed
# misconception: none
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    S = U @ U.T
    return S[~np.eye(len(E), dtype=bool)].reshape(len(E), -1)
