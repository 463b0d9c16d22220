# part: project
# status: failed
# misconception: none
# points: 0
import numpy as np


def project(X, W_Q, W_K, W_V):
    return [np.round(X @ W, 4) for W in (W_Q, W_K, W_V)]
