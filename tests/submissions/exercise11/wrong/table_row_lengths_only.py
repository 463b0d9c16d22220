# part: static_similarity
# status: failed
# misconception: one-length-only
# points: 0
import numpy as np


def static_similarity(E):
    return (E / np.linalg.norm(E, axis=1, keepdims=True)) @ E.T
