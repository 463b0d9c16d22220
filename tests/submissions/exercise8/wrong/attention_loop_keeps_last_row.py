# part: self_attention
# status: failed
# misconception: rows-overwritten
# points: 0
import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    row = np.zeros(V.shape[1])
    rows = []
    for q in Q:
        s = K @ q / np.sqrt(len(q))
        w = np.exp(s - s.max())
        row[:] = w / w.sum() @ V
        rows.append(row)
    return np.array(rows)
