# part: static_similarity
# status: failed
# misconception: self-left-out
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    S = U @ U.T
    np.fill_diagonal(S, 0)
    return S
