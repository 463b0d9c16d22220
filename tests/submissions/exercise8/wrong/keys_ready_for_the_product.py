# part: project
# status: failed
# misconception: keys-transposed
# points: 0
def project(X, W_Q, W_K, W_V):
    return X @ W_Q, (X @ W_K).T, X @ W_V
