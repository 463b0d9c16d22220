# part: static_similarity
# status: failed
# misconception: upper-half-only
# points: 0
import numpy as np


def static_similarity(E):
    n = len(E)
    S = np.zeros((n, n))
    for i in range(n):
        for j in range(i, n):
            S[i, j] = E[i] @ E[j] / np.linalg.norm(E[i]) / np.linalg.norm(E[j])
    return S
