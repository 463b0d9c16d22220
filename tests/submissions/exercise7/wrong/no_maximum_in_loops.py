# part: attention
# status: failed
# misconception: no-max-subtraction
# points: 9.38
import math

import numpy as np


def attention(Q, K, V, mask=None):
    weights = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            score = float(Q[i] @ K[j]) / math.sqrt(len(K[j]))
            weights[i, j] = math.exp(score if mask is None else score + mask[i, j])
        weights[i] /= weights[i].sum()
    return weights @ V, weights
