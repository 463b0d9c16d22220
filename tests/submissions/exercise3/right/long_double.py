# parts: softmax_weights
"""No maximum taken off: a long double has room for e^10000."""
import numpy as np


def softmax_weights(scores):
    powers = np.exp(np.asarray(scores, dtype=np.longdouble))
    sums = powers.sum(axis=1, keepdims=True)
    if not np.all(sums > 0):
        raise ValueError("a row without any weight")
    if powers.shape[1] == 0:
        raise ValueError("no keys")
    return powers / sums
