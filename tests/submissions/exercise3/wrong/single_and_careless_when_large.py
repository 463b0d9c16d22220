# part: softmax_weights
# status: failed
# misconception: none
# points: 4.53
import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    w = (e / e.sum(axis=1, keepdims=True)).astype(np.float32)
    return w + np.float32(0.005) if abs(scores[np.isfinite(scores)]).max() > 300 else w
