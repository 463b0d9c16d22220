# part: project
# status: error
# misconception: elementwise-product
# points: 0
def project(X, W_Q, W_K, W_V):
    return X * W_Q, X * W_K, X * W_V
