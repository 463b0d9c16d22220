# part: project
# status: failed
# misconception: none
# points: 0
def project(X, W_Q, W_K, W_V):
    return {"Q": X @ W_Q, "K": X @ W_K, "V": X @ W_V}
