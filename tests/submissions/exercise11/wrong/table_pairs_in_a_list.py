# part: static_similarity
# status: failed
# misconception: none
# points: 0
import numpy as np


def static_similarity(E):
    n = np.linalg.norm(E, axis=1)
    return [E[i] @ E[j] / n[i] / n[j] for i in range(len(E)) for j in range(i)]
