# part: static_similarity
# status: failed
# misconception: correlation-not-cosine
# points: 0
import numpy as np


def static_similarity(E):
    return np.corrcoef(E)
