# part: static_similarity
# status: failed
# misconception: softmax-applied
# points: 0
import numpy as np


def static_similarity(E):
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    P = np.exp(U @ U.T)
    return P / P.sum(axis=1, keepdims=True)
