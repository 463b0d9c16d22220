# part: attention_weights
# status: failed
# misconception: softmax-forgotten
# points: 0
import numpy as np


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError
    return Q @ K.T / np.sqrt(Q.shape[1])
