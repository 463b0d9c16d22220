# parts: project self_attention
"""Nothing shared, everything written out; whole-number arrays stay whole as long as they can."""
import numpy as np


def project(X, W_Q, W_K, W_V):
    outputs = []
    for W in [W_Q, W_K, W_V]:
        outputs += [sum(X[:, [m]] * W[[m], :] for m in range(X.shape[1]))]
    return outputs


def self_attention(X, W_Q, W_K, W_V):
    n = X.shape[0]
    out = []
    for i in range(n):
        s = [float((X[i] @ W_Q) @ (X[j] @ W_K)) / (W_Q.shape[1] ** (1 / 2)) for j in range(n)]
        w = [1 / sum(np.exp(min(other - one, 700.0)) for other in s) for one in s]
        out.append(sum(w[j] * (X[j] @ W_V) for j in range(n)))
    return np.vstack(out)
