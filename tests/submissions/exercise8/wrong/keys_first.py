# part: project
# status: failed
# misconception: query-and-key-swapped
# points: 0
def project(X, W_Q, W_K, W_V):
    K, Q, V = X @ W_Q, X @ W_K, X @ W_V
    return Q, K, V
