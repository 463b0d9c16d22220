# part: static_similarity
# status: failed
# misconception: distance-not-similarity
# points: 0
import numpy as np


def static_similarity(E):
    return np.linalg.norm(E[:, None] - E[None], axis=2)
