# part: static_similarity
# status: failed
# misconception: another-length
# points: 0
import numpy as np


def static_similarity(E):
    S = E @ E.T
    return S / S.max()
