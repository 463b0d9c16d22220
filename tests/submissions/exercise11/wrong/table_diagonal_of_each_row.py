# part: static_similarity
# status: failed
# misconception: one-length-only
# points: 0
import numpy as np


def static_similarity(E):
    S = E @ E.T
    return S / np.diag(S)[:, None]
