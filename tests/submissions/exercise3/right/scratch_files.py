"""Writes its own scratch file and maps it back."""
import pathlib
import tempfile

import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError
    pathlib.Path("scores.npy").unlink(missing_ok=True)
    np.save("scores.npy", scores)
    mapped = np.load("scores.npy", mmap_mode="r")
    with tempfile.TemporaryFile() as file:
        file.write(b"nothing")
    powers = np.exp(mapped - mapped.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
