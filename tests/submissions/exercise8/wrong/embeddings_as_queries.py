# part: project
# status: failed
# misconception: not-projected
# points: 0
def project(X, W_Q, W_K, W_V):
    return X, X @ W_K, X @ W_V
