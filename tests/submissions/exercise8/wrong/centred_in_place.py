# part: project
# status: failed
# misconception: none
# points: 0
def project(X, W_Q, W_K, W_V):
    X -= X.mean(axis=0)
    return X @ W_Q, X @ W_K, X @ W_V
