# parts: softmax_weights
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.all(np.isneginf(scores), axis=1).any():
        raise ValueError("nothing within reach")
    scores = np.where(np.isneginf(scores), -1e9, scores)
    weights = np.zeros(scores.shape)
    for i in range(len(scores)):
        z = scores[i] - scores[i].max()
        weights[i] = np.exp(z) / np.exp(z).sum()
    return weights
