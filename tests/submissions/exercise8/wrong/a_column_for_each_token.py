# part: project
# status: failed
# misconception: projection-transposed
# points: 0
def project(X, W_Q, W_K, W_V):
    return W_Q.T @ X.T, W_K.T @ X.T, W_V.T @ X.T
