# part: project
# status: error
# misconception: residual-added
# points: 0
def project(X, W_Q, W_K, W_V):
    return X + X @ W_Q, X + X @ W_K, X + X @ W_V
