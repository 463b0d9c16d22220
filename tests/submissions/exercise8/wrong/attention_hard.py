# part: self_attention
# status: failed
# misconception: hard-lookup
# points: 0
def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return V[(Q @ K.T).argmax(axis=1)]
