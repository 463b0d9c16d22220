# part: project
# status: failed
# misconception: nonlinear-projection
# points: 0
import numpy as np


def project(X, W_Q, W_K, W_V):
    return tuple(np.maximum(X @ W, 0) for W in (W_Q, W_K, W_V))
