# part: attention_weights
# status: failed
# misconception: softmax-over-columns
# points: 0
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    s = Q @ K.T / np.sqrt(Q.shape[1])
    e = np.exp(s - s.max(axis=0))
    return e / e.sum(axis=0)
