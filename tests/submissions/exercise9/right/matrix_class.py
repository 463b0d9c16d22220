import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    found = []
    for i in range(len(W_Q)):
        q, k, v = np.matrix(Q) * W_Q[i], np.matrix(K) * W_K[i], np.matrix(V) * W_V[i]
        scores = q * k.T / np.sqrt(q.shape[1])
        powers = np.exp(scores - scores.max(axis=1))
        found.append(powers / powers.sum(axis=1) * v)
    return np.bmat([found]) * W_O
