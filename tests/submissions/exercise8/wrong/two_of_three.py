# part: project
# status: failed
# misconception: none
# points: 0
def project(X, W_Q, W_K, W_V):
    Q, K = X @ W_Q, X @ W_K
    return Q, K
