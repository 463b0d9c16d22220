import numpy as np


def attention(Q, K, V, mask=None):
    scores = np.asfortranarray(K @ Q.T / np.sqrt(Q.shape[1]))
    if mask is not None:
        scores = scores + mask.T
    powers = np.exp(scores - scores.max(axis=0))
    # A key a row, a query a column; turned over only on the way out.
    wide = np.zeros((scores.shape[1], 2 * scores.shape[0]))
    weights = wide[:, ::2]
    weights[...] = (powers / powers.sum(axis=0)).T
    weights.flags.writeable = False
    output = (V.T @ weights.T).T
    output.setflags(write=False)
    return output, weights
