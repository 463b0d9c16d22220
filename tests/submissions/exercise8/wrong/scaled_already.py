# part: project
# status: failed
# misconception: scaled-too-early
# points: 0
import numpy as np


def project(X, W_Q, W_K, W_V):
    return X @ W_Q / np.sqrt(W_Q.shape[1]), X @ W_K, X @ W_V
