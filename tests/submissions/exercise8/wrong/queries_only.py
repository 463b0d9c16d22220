# part: project
# status: failed
# misconception: none
# points: 0
def project(X, W_Q, W_K, W_V):
    return X @ W_Q
