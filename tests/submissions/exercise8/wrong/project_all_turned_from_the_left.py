# part: project
# status: error
# misconception: projection-transposed
# points: 0


def project(X, W_Q, W_K, W_V):
    return W_Q @ X.T, W_K @ X.T, W_V @ X.T
