# part: static_similarity
# status: failed
# misconception: dot-product-not-cosine
# points: 0
import numpy as np


def static_similarity(E):
    return E @ E.T / np.sqrt(E.shape[1])
