import numpy as np


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    joined = np.empty((len(Q), len(W_O)), order="F")
    d_k = W_V.shape[-1]
    for i in range(len(W_Q)):
        scores = (K @ W_K[i]) @ (Q @ W_Q[i]).T / np.sqrt(d_k)
        powers = np.exp(scores - scores.max(axis=0))
        joined[:, i * d_k : i * d_k + d_k] = ((V @ W_V[i]).T @ (powers / powers.sum(axis=0))).T
    output = (W_O.T @ joined.T).T
    output.flags.writeable = False
    return output
