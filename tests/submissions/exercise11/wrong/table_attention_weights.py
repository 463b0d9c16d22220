# part: static_similarity
# status: failed
# misconception: softmax-applied
# points: 0
import numpy as np


def static_similarity(E):
    S = E @ E.T / np.sqrt(E.shape[1])
    P = np.exp(S - S.max(axis=1, keepdims=True))
    return P / P.sum(axis=1, keepdims=True)
