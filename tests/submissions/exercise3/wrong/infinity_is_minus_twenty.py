# part: softmax_weights
# status: failed
# misconception: none
# points: 4.74
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    s = np.where(np.isneginf(scores), scores[np.isfinite(scores)].min() - 20, scores)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
