import numpy as np
from numpy.lib.stride_tricks import as_strided


def frozen(array):
    array.setflags(write=False)
    return array


def project(X, W_Q, W_K, W_V):
    return tuple(frozen(np.asfortranarray(X @ W)) for W in (W_Q, W_K, W_V))


def soft_lookup(query, keys, values):
    scores = keys @ query / np.sqrt(len(query))
    weights = np.exp(scores - scores.max())
    twice = np.repeat(weights @ values / weights.sum(), 2)
    return frozen(twice[::2])


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = project(X, W_Q, W_K, W_V)
    rows = np.array([soft_lookup(q, K, V) for q in Q])[::-1]
    return as_strided(rows[::-1], rows.shape, (-rows.strides[0], rows.strides[1]))
