# part: project
# status: error
# misconception: projection-transposed
# points: 0
def project(X, W_Q, W_K, W_V):
    return X @ W_Q.T, X @ W_K.T, X @ W_V.T
