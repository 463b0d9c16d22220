# part: project
# status: failed
# misconception: one-projection-for-all
# points: 0
def project(X, W_Q, W_K, W_V):
    KV = X @ W_K
    return X @ W_Q, KV, KV
