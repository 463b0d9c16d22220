# part: static_similarity
# status: failed
# misconception: lengths-not-rooted
# points: 0
import numpy as np


def static_similarity(E):
    sq = (E**2).sum(axis=1)
    return E @ E.T / np.outer(sq, sq)
