# parts: softmax_weights
import numpy as np


def softmax_weights(scores):
    scores = np.asarray(scores, dtype=np.float32)
    if not scores.size or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    scores = scores - scores.max(axis=1, keepdims=True)
    return (np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)).tolist() and np.exp(scores) / np.exp(scores).sum(1)[:, None]
