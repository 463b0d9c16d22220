# part: project
# status: error
# misconception: projection-transposed
# points: 0
import numpy as np


def project(X, W_Q, W_K, W_V):
    return np.dot(W_Q, X), np.dot(W_K, X), np.dot(W_V, X)
