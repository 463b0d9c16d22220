# part: attention
# status: failed
# misconception: none
# points: 0
import numpy as np


def attention(Q, K, V, mask=None):
    n = len(K)
    output, weights = np.zeros((len(Q), V.shape[1])), np.zeros((len(Q), n))
    for i in range(min(len(Q), n)):
        scores = K @ Q[i] / np.sqrt(len(Q[i]))
        if mask is not None:
            scores = scores + mask[i]
        powers = np.exp(scores - scores.max())
        weights[i] = powers / powers.sum()
        output[i] = weights[i] @ V
    return output, weights
