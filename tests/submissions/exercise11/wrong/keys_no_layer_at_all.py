# part: contextual_keys
# status: failed
# misconception: first-layer-keys
# points: 0
def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    return X @ W_K2
