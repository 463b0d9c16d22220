# part: attention_weights
# points: none
# uses: none
import numpy as np


def softmax_weights(scores):
    powers = np.exp(scores - scores.max(axis=0))
    return powers / powers.sum(axis=0)


def attention_weights(Q, K):
    return softmax_weights(Q @ K.T)
