# part: project
# status: failed
# misconception: values-not-projected
# points: 0
def project(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_K, X.copy()
