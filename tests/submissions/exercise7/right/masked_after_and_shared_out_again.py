import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    if mask is not None:
        # e^(score + mask) is e^score times e^mask, so the mask may also come in here, if the row is then shared out anew.
        weights = weights * np.exp(mask)
        weights = weights / weights.sum(axis=1, keepdims=True)
    return weights @ V, weights
