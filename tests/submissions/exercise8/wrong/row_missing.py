# part: project
# status: failed
# misconception: none
# points: 0
def project(X, W_Q, W_K, W_V):
    Q = [X[i] @ W_Q for i in range(len(X))]
    K = [X[i] @ W_K for i in range(len(X))]
    V = [X[i] @ W_V for i in range(len(X) - 1)]
    return Q, K, V
