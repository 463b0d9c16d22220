# part: attention
# status: failed
# misconception: mask-ignored
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    def shares(scores):
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    scores = Q @ K.T / np.sqrt(Q.shape[1])
    output = shares(scores) @ V
    if mask is not None:
        scores = scores + mask
    return output, shares(scores)
