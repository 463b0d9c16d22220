from functools import partial, reduce
from operator import matmul

import numpy as np

print("ready")


class Projector:
    def __call__(self, X, /, *matrices):
        return tuple(map(partial(matmul, X), matrices))


project = Projector()


def soft_lookup(query, keys, values, axis=-1, scale=None):
    scale = scale or 1 / np.sqrt(query.shape[axis])
    logits = scale * (query @ keys.T)
    logits = logits - np.amax(logits, axis=axis, keepdims=True)
    return np.exp(logits - np.log(np.exp(logits).sum(axis=axis, keepdims=True))) @ values


def self_attention(X, W_Q, W_K, W_V, **options):
    Q, K, V = project(X, W_Q, W_K, W_V)
    return soft_lookup(Q, K, V, **options)


assert reduce(matmul, [np.eye(2)] * 3).shape == (2, 2)
