# part: project
# status: failed
# misconception: none
# points: 1.6
def project(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    X *= 0
    return Q, K, V
