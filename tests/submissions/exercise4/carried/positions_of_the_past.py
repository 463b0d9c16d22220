# part: causal_attention_weights
# points: all
# uses: masked_positions
import numpy as np


def masked_positions(n):
    return {(i, j) for i in range(n) for j in range(i)}


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    for i, j in masked_positions(len(Q)):
        scores[i, j] = -np.inf
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
