# part: softmax_weights
# status: failed
# misconception: none
# points: 4.47
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    with np.errstate(all='ignore'):
        e = np.exp(scores.astype(np.float32))
        w = e / e.sum(axis=1, keepdims=True)
    return np.nan_to_num(w, nan=1 / scores.shape[1])
