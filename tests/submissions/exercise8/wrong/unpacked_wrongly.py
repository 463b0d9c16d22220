# part: project
# status: error
# misconception: none
# points: 0
def project(X, W_Q, W_K, W_V):
    if W_Q.shape != W_V.shape:
        raise ValueError("the matrices must have one shape")
    return X @ W_Q, X @ W_K, X @ W_V
