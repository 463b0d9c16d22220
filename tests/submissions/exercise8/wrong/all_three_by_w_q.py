# part: project
# status: failed
# misconception: one-projection-for-all
# points: 0
def project(X, W_Q, W_K, W_V):
    Q = K = V = X @ W_Q
    return Q, K, V
