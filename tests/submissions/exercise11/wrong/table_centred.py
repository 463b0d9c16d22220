# part: static_similarity
# status: failed
# misconception: correlation-not-cosine
# points: 0
import numpy as np


def static_similarity(E):
    C = E - E.mean(axis=0)
    C = C / np.linalg.norm(C, axis=1, keepdims=True)
    return C @ C.T
