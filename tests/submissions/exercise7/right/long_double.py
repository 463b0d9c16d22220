import numpy as np


def attention(Q, K, V, mask=None):
    Q, K, V = (np.asarray(one, dtype=np.longdouble) for one in (Q, K, V))
    scores = Q @ K.T / np.sqrt(np.longdouble(Q.shape[1]))
    if mask is not None:
        scores = scores + mask
    scores -= scores.max(axis=1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return [weights @ V, weights]
