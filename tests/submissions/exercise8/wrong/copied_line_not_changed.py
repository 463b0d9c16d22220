# part: project
# status: failed
# misconception: one-projection-for-all
# points: 0
def project(X, W_Q, W_K, W_V):
    Q = X @ W_Q
    K = X @ W_Q
    V = X @ W_V
    return Q, K, V
