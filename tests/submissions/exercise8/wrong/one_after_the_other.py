# part: project
# status: error
# misconception: projections-chained
# points: 0
def project(X, W_Q, W_K, W_V):
    Q = X @ W_Q
    K = Q @ W_K
    V = K @ W_V
    return Q, K, V
