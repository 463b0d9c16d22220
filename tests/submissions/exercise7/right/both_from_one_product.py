import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T * len(Q[0]) ** -0.5
    scores = scores + mask if mask is not None else scores
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    # Beside the values stands the identity: mixing it gives the weights themselves.
    both = powers @ np.hstack([V, np.eye(len(K)), np.ones((len(K), 1))])
    both = both[:, :-1] / both[:, -1:]
    return both[:, : V.shape[1]], both[:, V.shape[1] :]
