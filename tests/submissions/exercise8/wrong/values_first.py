# part: project
# status: failed
# misconception: roles-mixed-up
# points: 0
def project(X, W_Q, W_K, W_V):
    return X @ W_V, X @ W_K, X @ W_Q
